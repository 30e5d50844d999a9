import { decodeText } from '../../../shared/rules/decode-text.ts'
import { buffer } from 'node:stream/consumers'
import type { Readable } from 'node:stream'
import {
  type FilePreview,
  PREVIEW_PDF_BYTES,
  PREVIEW_SIDE,
  PREVIEW_TEXT_BYTES,
} from '../../../shared/contract/index.ts'
import { previewKindOf } from '../../../shared/rules/file-preview.ts'
import { pictureDecoder, PictureTooWide, SIDE_MAX } from '../../files/decode-picture.ts'
import { inTurn } from '../../files/in-turn.ts'
import { invalid, unavailable } from '../../http/errors.ts'

const QUALITY = 80

/** A picture takes a quarter of a gigabyte while it is drawn, so this process draws one at a time. */
const drawInTurn = inTurn(20, () => unavailable('Many pictures are being drawn. Please try again in a moment.'))

/** A PDF is held as bytes and as text for a moment, so this process reads a few at a time and no more. */
const readInTurn = inTurn(20, () => unavailable('Many files are being read. Please try again in a moment.'))

/** Opens the file's bytes. */
type Open = () => Promise<Readable>

const beginningOf = async (stream: Readable): Promise<FilePreview> => {
  const parts: Buffer[] = []
  let length = 0
  // Leaving the loop ends the stream, so that the rest of a long file is not read.
  for await (const part of stream as AsyncIterable<Buffer>) {
    parts.push(part)
    length += part.length
    if (length > PREVIEW_TEXT_BYTES) break
  }
  const isCut = length > PREVIEW_TEXT_BYTES
  const bytes = Buffer.concat(parts).subarray(0, PREVIEW_TEXT_BYTES)
  return { kind: 'text', picture: null, text: decodeText(bytes, isCut), isCut }
}

const smaller = async (open: Open): Promise<FilePreview> => {
  const decodePicture = await pictureDecoder()
  const bytes = await buffer(await open())
  try {
    const picture = await decodePicture(bytes)
    const drawn = await picture
      .resize(PREVIEW_SIDE, PREVIEW_SIDE, { fit: 'inside', withoutEnlargement: true })
      .webp({ quality: QUALITY })
      .toBuffer()
    return { kind: 'picture', picture: `data:image/webp;base64,${drawn.toString('base64')}`, text: null, isCut: false }
  } catch (error) {
    throw invalid(
      'fileId',
      error instanceof PictureTooWide
        ? `A picture of more than ${SIDE_MAX} pixels is not shown. You can download it.`
        : 'This picture cannot be read. You can download it.',
    )
  }
}

/** The bytes as they are: a PDF is drawn by the client, in a worker that runs none of its scripts. */
const whole = async (open: Open): Promise<FilePreview> => {
  const bytes = await buffer(await open())
  return { kind: 'pdf', picture: null, text: null, pdf: bytes.toString('base64'), isCut: false }
}

/** The kind of preview that a file of this type and size (in bytes) has. Errors: 422 where it has none. */
export const requirePreview = (contentType: string, bytes: number) => {
  const kind = previewKindOf(contentType)
  if (kind === 'pdf' && bytes > PREVIEW_PDF_BYTES)
    throw invalid(
      'fileId',
      `A PDF of more than ${PREVIEW_PDF_BYTES / 1024 / 1024} MB is not shown. You can download it.`,
    )
  if (!kind) throw invalid('fileId', 'Files of this kind are not shown. You can download it.')
  return kind
}

/**
 * What a file shows without being downloaded. A picture is drawn anew, so that nothing of the file itself reaches the screen.
 * Errors: 422 for a picture that cannot be read or is too large; 503 when too many wait to be drawn; those of the store.
 */
export const previewOf = async (kind: ReturnType<typeof requirePreview>, open: Open): Promise<FilePreview> =>
  kind === 'text'
    ? beginningOf(await open())
    : kind === 'pdf'
      ? readInTurn(() => whole(open))
      : drawInTurn(() => smaller(open))
