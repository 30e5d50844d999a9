import { Readable } from 'node:stream'
import multipart, { type Multipart } from '@fastify/multipart'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { FILE_MAX_BYTES, FILE_PART } from '#shared/contract/index.ts'
import { HttpError, invalid } from './errors.ts'

/** A file that is being uploaded. Its receiver reads the stream to the end, or destroys it. */
export type IncomingFile = {
  /** The name that the sender gave, which is not to be trusted. */
  name: string
  stream: Readable
  /** The most bytes that the file can have, by the length of its request. */
  mostBytes: number
  /** To be called after the end of the stream: whether the file was cut off at the limit. */
  isTooLarge: () => boolean
  /**
   * To be called after the end of the stream. Errors: 400 when the form has no end, 422 when the form holds more than
   * this file.
   */
  requireEnd: () => Promise<void>
}

/** A file that is being downloaded, always as an attachment. */
export class OutgoingFile {
  readonly name: string
  readonly contentType: string
  /** Undefined for a file that is made while it is sent. */
  readonly size: number | undefined
  readonly stream: Readable

  constructor(file: { name: string; contentType: string; size?: number; stream: Readable }) {
    this.name = file.name
    this.contentType = file.contentType
    this.size = file.size
    this.stream = file.stream
  }
}

/** An answer of text/event-stream, which goes on until one side ends it. */
export class OutgoingStream {
  readonly stream: Readable

  constructor(stream: Readable) {
    this.stream = stream
  }
}

/** Room for the parts of the body around the file. */
const FRAME_BYTES = 64 * 1024

export const fileTooLarge = () =>
  new HttpError(413, 'BODY_TOO_LARGE', `A file has at most ${FILE_MAX_BYTES / 1024 / 1024} MB.`)

/** The files of the requests that are under way. */
const arriving = new WeakMap<FastifyRequest, Readable>()

/** Lets only the routes of this scope accept multipart bodies, with one file and nothing else. */
export const acceptUploads = async (scope: FastifyInstance): Promise<void> => {
  // The server stops reading a refused upload in the middle. Its connection would then be busy with the rest until a
  // time limit, and a stopping server waits for busy connections.
  scope.addHook('onResponse', async (request) => {
    const { raw } = request
    if (raw.readableEnded) return
    raw.unpipe()
    raw.resume()
    // A call that timed out is answered before its file has arrived. The rest never comes, so the code that waits for
    // it, and reserves room for it, must be notified.
    const file = arriving.get(request)
    if (file && !file.readableEnded) file.destroy(new Error('The request was answered before its file had come.'))
  })
  await scope.register(multipart, {
    limits: { files: 1, fields: 0, parts: 1, fileSize: FILE_MAX_BYTES, headerPairs: 20, fieldNameSize: 100 },
    throwFileSizeLimit: false,
  })
}

/**
 * The file of an upload. Errors: 413 when the request's length shows that the file is too large, 415 for a body that is
 * not a form, 422 without a file.
 */
export const incomingFile = async (request: FastifyRequest): Promise<IncomingFile> => {
  // An upload that announces too many bytes is refused before a byte is read.
  const length = Number(request.headers['content-length'] ?? FILE_MAX_BYTES)
  if (length > FILE_MAX_BYTES + FRAME_BYTES) throw fileTooLarge()
  if (!request.isMultipart())
    throw new HttpError(415, 'UNSUPPORTED_MEDIA_TYPE', 'Files are sent as multipart/form-data.')
  const parts = request.parts()
  const file = await nextPart(parts)
  if (file?.type !== 'file' || file.fieldname !== FILE_PART) {
    if (file?.type === 'file') file.file.resume()
    throw oneFile()
  }
  arriving.set(request, file.file)
  const stream = Readable.from(refusingCuts(file.file), { objectMode: false })
  // The reader gets the error; of a refused upload nobody reads the rest, and its end must not end the process.
  for (const each of [file.file, stream]) each.on('error', () => {})
  return {
    name: unescaped(file.filename ?? ''),
    stream,
    mostBytes: Math.min(length, FILE_MAX_BYTES),
    isTooLarge: () => file.file.truncated,
    requireEnd: async () => {
      if (await nextPart(parts)) throw oneFile()
    },
  }
}

const oneFile = () => invalid(FILE_PART, `Send one file, as the part '${FILE_PART}', and nothing else.`)
const notWellFormed = (cause: unknown) =>
  new HttpError(400, 'INVALID_INPUT', 'The upload is not well formed.', { cause })

/** The file's bytes. When an upload ends within them, the sender made a mistake or their connection broke. */
const refusingCuts = async function* (file: Readable): AsyncGenerator<Buffer> {
  try {
    yield* file as AsyncIterable<Buffer>
  } catch (error) {
    throw notWellFormed(error)
  }
}

/** Decodes the three characters that forms escape in names. */
const unescaped = (name: string): string => name.replace(/%(22|0D|0A)/gi, (escape) => decodeURIComponent(escape))

/** The next part of the form; undefined at its end. */
const nextPart = async (parts: AsyncIterator<Multipart>): Promise<Multipart | undefined> => {
  try {
    const next: IteratorResult<Multipart, unknown> = await parts.next()
    return next.done ? undefined : next.value
  } catch (error) {
    // The form has more parts than the one that is allowed.
    if (/^FST_(PARTS|FILES|FIELDS)_LIMIT$/.test(String((error as { code?: unknown }).code))) throw oneFile()
    throw notWellFormed(error)
  }
}

/** A client that takes nothing of its file for so long is cut off. */
const SILENCE_MS = 30_000

/** Sends a file so that no browser shows it, guesses its type or runs anything in it. */
export const sendFile = (reply: FastifyReply, { name, contentType, size, stream }: OutgoingFile) => {
  reply.raw.setTimeout(SILENCE_MS, () => reply.raw.destroy())
  return reply
    .status(200)
    .headers({
      'content-type': contentType,
      ...(size !== undefined && { 'content-length': String(size) }),
      'content-disposition': `attachment; filename="${asciiName(name)}"; filename*=UTF-8''${encoded(name)}`,
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
      'cache-control': 'private, no-store',
    })
    .send(stream)
}

/** Sends a stream so that nothing on the way keeps its events back: neither compression nor a proxy's buffer. */
export const sendStream = (reply: FastifyReply, { stream }: OutgoingStream) =>
  reply
    .status(200)
    .headers({
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store, no-transform',
      'x-accel-buffering': 'no',
    })
    .send(stream)

const asciiName = (name: string): string => name.replace(/[^\x20-\x7e]|["\\%;]/g, '_')
const encoded = (name: string): string =>
  encodeURIComponent(name).replace(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)
