import { PICTURE_MAX_BYTES } from '#shared/contract/index.ts'
import { HttpError, invalid } from '#server/http/errors.ts'
import { type Drawing, PictureRefused } from '#server/pictures/draw.ts'

/** A picture of a person is small on every screen, and no camera's photo is needed for it. */
const SIDE_MAX = 4_000
const drawing: Drawing = { side: 256, fit: 'cover', quality: 82, sideMax: SIDE_MAX }

/** Whether the bytes begin as PNG, JPEG or WebP do; the decoder reads nothing else, such as SVG. */
const isKnown = (bytes: Buffer): boolean =>
  bytes.subarray(0, 8).equals(Buffer.from('89504e470d0a1a0a', 'hex')) ||
  bytes.subarray(0, 3).equals(Buffer.from('ffd8ff', 'hex')) ||
  (bytes.toString('latin1', 0, 4) === 'RIFF' && bytes.toString('latin1', 8, 12) === 'WEBP')

const refused = () => invalid('picture', 'A picture is a PNG, a JPEG or a WebP.')
const tooLarge = () => new HttpError(413, 'BODY_TOO_LARGE', 'A picture has at most 2 MB.')

/**
 * The picture to store: square, WebP, stripped of the file's metadata (place, camera, comments). Errors: 413 beyond 2
 * MB; 422 for anything but a readable PNG, JPEG or WebP, and for huge dimensions.
 */
export const storedPicture = async (
  base64: string,
  draw: (bytes: Buffer, drawing: Drawing) => Promise<Buffer>,
): Promise<Buffer> => {
  const bytes = Buffer.from(base64, 'base64')
  if (bytes.length > PICTURE_MAX_BYTES) throw tooLarge()
  if (!isKnown(bytes)) throw refused()
  try {
    return await draw(bytes, drawing)
  } catch (error) {
    if (!(error instanceof PictureRefused)) throw error
    throw error.fault === 'too wide'
      ? invalid('picture', `A picture is at most ${SIDE_MAX.toLocaleString('en-US')} pixels wide and high.`)
      : refused()
  }
}
