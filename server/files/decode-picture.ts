import type { Sharp } from 'sharp'

/** A picture that is wider or higher is refused before it is decoded: a small file can hold a huge one. */
export const SIDE_MAX = 8_000

/** Loads what decodes at the first picture: it would take 13 MB and 40 ms of every start. */
const load = async () => {
  const { default: sharp } = await import('sharp')
  // A server has other work: one thread a picture, and none is kept.
  sharp.concurrency(1)
  sharp.cache(false)
  return sharp
}
let loaded: ReturnType<typeof load> | undefined

/** A picture is of huge dimensions. */
export class PictureTooWide extends Error {}

/** A picture that somebody has sent, upright and ready to be made smaller. Errors: PictureTooWide; those of a picture that cannot be read. */
export const decodePicture = async (bytes: Buffer): Promise<Sharp> => {
  const sharp = await (loaded ??= load())
  const picture = sharp(bytes, { limitInputPixels: SIDE_MAX * SIDE_MAX, failOn: 'error' })
  const { width, height } = await picture.metadata()
  if (width > SIDE_MAX || height > SIDE_MAX) throw new PictureTooWide()
  return picture.autoOrient()
}
