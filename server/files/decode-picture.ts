import type { Sharp } from 'sharp'
import { loadOnce } from '../load-once.ts'

/** A picture that is wider or higher is refused before it is decoded: a small file can hold a huge one. */
export const SIDE_MAX = 8_000

/** A picture is of huge dimensions. */
export class PictureTooWide extends Error {}

/** Gives a picture that somebody has sent, upright and ready to be made smaller. Errors: PictureTooWide; those of a picture that cannot be read. */
type DecodePicture = (bytes: Buffer) => Promise<Sharp>

/**
 * Loads what decodes, at the first picture: it would take 13 MB and 40 ms of every start. Callers load it before they
 * catch the errors of a picture, since a server that cannot decode is no fault of the person who sent it.
 */
export const pictureDecoder = loadOnce(async (): Promise<DecodePicture> => {
  const { default: sharp } = await import('sharp')
  // A server has other work: one thread a picture, and none is kept.
  sharp.concurrency(1)
  sharp.cache(false)
  return async (bytes) => {
    const picture = sharp(bytes, { limitInputPixels: SIDE_MAX * SIDE_MAX, failOn: 'error' })
    const { width, height } = await picture.metadata()
    if (width > SIDE_MAX || height > SIDE_MAX) throw new PictureTooWide()
    return picture.autoOrient()
  }
})
