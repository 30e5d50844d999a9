import { decodeText } from '#shared/rules/decode-text.ts'
import { buffer } from 'node:stream/consumers'
import type { Readable } from 'node:stream'
import { LRUCache } from 'lru-cache'
import { type FilePreview, PREVIEW_PDF_BYTES, PREVIEW_SIDE, PREVIEW_TEXT_BYTES } from '#shared/contract/index.ts'
import { previewKindOf } from '#shared/rules/file-preview.ts'
import { invalid } from '#server/http/errors.ts'
import { type Drawing, PictureRefused } from '#server/pictures/draw.ts'
import type { DrawingDeps } from '#server/pictures/drawer.ts'

const SIDE_MAX = 8_000
const drawing: Drawing = { side: PREVIEW_SIDE, fit: 'inside', quality: 80, sideMax: SIDE_MAX }

/** The most bytes of drawn pictures that are kept in memory: some hundreds of them. */
const KEPT_BYTES_MAX = 32 * 1024 * 1024

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

const ofPicture = (picture: string): FilePreview => ({ kind: 'picture', picture, text: null, isCut: false })

const refusalOf = (error: unknown) => {
  if (!(error instanceof PictureRefused)) return error
  return invalid(
    'fileId',
    error.fault === 'too wide'
      ? `A picture of more than ${SIDE_MAX} pixels is not shown. You can download it.`
      : 'This picture cannot be read. You can download it.',
  )
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

type PreviewRequest = { fileID: string; personID: string; open: Open; over: AbortSignal }

/**
 * Shows files without a download. Pictures are re-encoded, so that none of the file's own bytes reach the screen, and
 * cached: a file's bytes never change. Errors: 422 for a picture that cannot be read or is too large; 429 when the
 * person's places are taken; 503 when too many wait; those of the store.
 */
export const createPreviewer = ({ heavy, draw }: DrawingDeps) => {
  const drawn = new LRUCache<string, string>({ maxSize: KEPT_BYTES_MAX, sizeCalculation: ({ length }) => length })
  const pictureOf = async ({ fileID, personID, open, over }: PreviewRequest): Promise<FilePreview> => {
    const known = drawn.get(fileID)
    if (known !== undefined) return ofPicture(known)
    const leave = await heavy.picture(personID, over)
    try {
      // Somebody else may have looked at it while this one waited.
      const meanwhile = drawn.get(fileID)
      if (meanwhile !== undefined) return ofPicture(meanwhile)
      const bytes = await draw(await buffer(await open()), drawing, over)
      const picture = `data:image/webp;base64,${bytes.toString('base64')}`
      drawn.set(fileID, picture)
      return ofPicture(picture)
    } catch (error) {
      throw refusalOf(error)
    } finally {
      leave()
    }
  }
  /** The bytes as they are: a PDF is drawn by the client, in a worker that runs none of its scripts. */
  const pdfOf = async ({ personID, open, over }: PreviewRequest): Promise<FilePreview> => {
    const leave = await heavy.pdf(personID, over)
    // Until then the answer is in memory.
    if (over.aborted) leave()
    else over.addEventListener('abort', leave)
    const bytes = await buffer(await open())
    return { kind: 'pdf', picture: null, text: null, pdf: bytes.toString('base64'), isCut: false }
  }
  return async (kind: ReturnType<typeof requirePreview>, asked: PreviewRequest): Promise<FilePreview> => {
    if (kind === 'text') return beginningOf(await asked.open())
    return kind === 'pdf' ? pdfOf(asked) : pictureOf(asked)
  }
}
