/** The part of a picture that is kept, in pixels of the picture. */
export type Area = { x: number; y: number; width: number; height: number }

/** The width and height in pixels of what is sent; the server makes it smaller. */
const SIDE = 512

const bytesOf = async (canvas: HTMLCanvasElement): Promise<Blob> =>
  new Promise((resolve, reject) =>
    canvas.toBlob(
      (blob) => (blob ? resolve(blob) : reject(new Error('The picture cannot be read.'))),
      'image/jpeg',
      0.9,
    ),
  )

const base64Of = (blob: Blob): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(typeof reader.result === 'string' ? (reader.result.split(',')[1] ?? '') : '')
    reader.onerror = () => reject(new Error('The picture cannot be read.'))
    reader.readAsDataURL(blob)
  })

/** Cuts the square out of the picture and answers it as base64. Errors: the picture cannot be read. */
export const croppedPicture = async (address: string, { x, y, width, height }: Area): Promise<string> => {
  const image = new Image()
  image.src = address
  await image.decode()
  const canvas = document.createElement('canvas')
  canvas.width = SIDE
  canvas.height = SIDE
  const context = canvas.getContext('2d')
  if (!context) throw new Error('The picture cannot be read.')
  // A transparent picture is put on white, since a JPEG has no transparency.
  context.fillStyle = 'white'
  context.fillRect(0, 0, SIDE, SIDE)
  context.drawImage(image, x, y, width, height, 0, 0, SIDE, SIDE)
  return base64Of(await bytesOf(canvas))
}
