import { loadOnce } from '../util/load-once.ts'

/** How a picture is drawn: upright, as WebP, and without what else its file says. */
export type Drawing = {
  /** The greatest width and height of the drawn picture, in pixels. */
  side: number
  /** Whether the picture fills the square, or lies in it and is never enlarged. */
  fit: 'cover' | 'inside'
  quality: number
  /** A picture that is wider or higher is refused before it is decoded: a small file can hold a huge one. */
  sideMax: number
}

export type PictureFault = 'too wide' | 'unreadable'
/** The picture cannot be drawn, and that is the fault of the picture. */
export class PictureRefused extends Error {
  readonly fault: PictureFault

  constructor(fault: PictureFault, cause?: unknown) {
    super(`The picture is ${fault}.`, { cause })
    this.fault = fault
  }
}

/** Loads what decodes at the first picture: it would take 13 MB and 40 ms of every start. */
const decoder = loadOnce(async () => {
  const { default: sharp } = await import('sharp')
  // A server has other work: one thread a picture, and none is kept.
  sharp.concurrency(1)
  sharp.cache(false)
  return sharp
})

/** Draws an SVG of our own as PNG, with few colours; its letters are those of the machine's fonts. */
export const drawCard = async (svg: string): Promise<Buffer> => {
  const sharp = await decoder()
  return sharp(Buffer.from(svg), { failOn: 'error' })
    .png({ palette: true, colours: 64, effort: 1, dither: 0 })
    .toBuffer()
}

/** Draws a picture that somebody has sent. Errors: PictureRefused; that of a server which cannot decode at all. */
export const drawPicture = async (bytes: Uint8Array, { side, fit, quality, sideMax }: Drawing): Promise<Buffer> => {
  const sharp = await decoder()
  try {
    // This reads the head alone, of whatever size the picture is.
    const { width, height } = await sharp(bytes, { limitInputPixels: false }).metadata()
    if (width > sideMax || height > sideMax) throw new PictureRefused('too wide')
    return await sharp(bytes, { limitInputPixels: sideMax * sideMax, failOn: 'error' })
      .autoOrient()
      .resize(side, side, { fit, withoutEnlargement: fit === 'inside' })
      .webp({ quality })
      .toBuffer()
  } catch (error) {
    throw error instanceof PictureRefused ? error : new PictureRefused('unreadable', error)
  }
}
