import { open } from 'node:fs/promises'
import { Readable } from 'node:stream'
import type { ReadableStream as NodeReadableStream } from 'node:stream/web'
import { AwsClient } from 'aws4fetch'
import type { ArrivedFile } from './file-store.ts'
import { type CheckedStore, LocalFault } from './watched-store.ts'

export type S3Options = {
  /** The origin of the store; the bucket is part of the path, which every compatible store understands. */
  endpoint: string
  bucket: string
  region: string
  accessKey: string
  secretKey: string
  /** Milliseconds after which a store that neither takes nor sends a byte counts as hanging. */
  silenceMs?: number
}

type Bytes = { size: number; stream: AsyncIterable<Uint8Array> }

/** Long enough for a store that is busy. A transfer that moves may take longer. */
const SILENCE_MS = 10_000

/** The key of no file: `<project ID>/<file ID>` and `exports/<ID>` are. */
const NO_FILE = 'is-it-there'
/** What a store that works answers when asked for no file; without the right to list the files the second. */
const ANSWERS = /<Code>(NoSuchKey|AccessDenied)</

/**
 * Keeps files as objects of a bucket. An object appears complete, and only when its bytes are those that were signed.
 * Errors: a sentence that names the store.
 */
export const createS3Store = (options: S3Options): CheckedStore => {
  const { endpoint, bucket, region, accessKey, secretKey, silenceMs = SILENCE_MS } = options
  const aws = new AwsClient({ accessKeyId: accessKey, secretAccessKey: secretKey, service: 's3', region, retries: 0 })
  const failure = (error: unknown) =>
    new Error(`The file store at ${endpoint} does not answer (${reasonOf(error)}).`, { cause: error })

  /** The store's answer and its bytes, of which the caller reads or cancels all. */
  const call = async (method: string, key: string, headers: Record<string, string> = {}, bytes?: Bytes) => {
    const { url, headers: signed } = await aws.sign(`${endpoint}/${bucket}/${key}`, { method, headers })
    const patience = createPatience(silenceMs)
    try {
      // The store requires the length, which a stream does not have by itself.
      if (bytes) signed.set('content-length', String(bytes.size))
      const body = bytes && { body: patience.sending(bytes.stream), duplex: 'half' as const }
      patience.wait()
      const answer = await fetch(url, { method, headers: signed, redirect: 'error', signal: patience.signal, ...body })
      return { status: answer.status, isOk: answer.ok, body: patience.receiving(answer.body, failure) }
    } catch (error) {
      throw failure(error)
    } finally {
      patience.rest()
    }
  }
  type Answer = Awaited<ReturnType<typeof call>>
  /** Reads an answer to its end. Errors: the store's message, for the log. */
  const settle = async ({ isOk, status, body }: Answer, verb: string): Promise<void> => {
    const text = await new Response(body).text()
    if (!isOk)
      throw new Error(`The file store at ${endpoint} could not ${verb} a file (${status}): ${text.slice(0, 300)}`)
  }

  return {
    put: async (key, file) => {
      await using handle = await openArrived(file)
      const bytes = { size: file.size, stream: handle.createReadStream() }
      await settle(await call('PUT', key, { 'x-amz-content-sha256': file.sha256 }, bytes), 'store')
    },
    get: async (key) => {
      const answer = await call('GET', key)
      if (answer.isOk) return Readable.fromWeb(answer.body as NodeReadableStream)
      if (answer.status !== 404) return settle(answer, 'read').then(() => undefined)
      await answer.body.cancel()
      return undefined
    },
    remove: async (key) => {
      const answer = await call('DELETE', key)
      if (answer.status === 404) await answer.body.cancel()
      else await settle(answer, 'remove')
    },
    check: async () => {
      const { status, isOk, body } = await call('GET', NO_FILE)
      const text = await new Response(body).text()
      if (!isOk && !ANSWERS.test(text)) throw failure(status)
    },
  }
}

const openArrived = ({ path }: ArrivedFile) =>
  open(path).catch((error: unknown) => {
    throw new LocalFault(`An arrived file cannot be read (${reasonOf(error)}).`, { cause: error })
  })

/** Node's code for a fault of the network, the store's status, or what we say ourselves. */
const reasonOf = (error: unknown): string => {
  const { code, cause } = (error ?? {}) as { code?: unknown; cause?: unknown }
  if (typeof code === 'string') return code
  return cause === undefined ? String(error instanceof Error ? error.message : error) : reasonOf(cause)
}

/** Ends a transfer while the store neither takes nor sends a byte; the time in which a reader takes none does not count. */
const createPatience = (silenceMs: number) => {
  const controller = new AbortController()
  let timer: NodeJS.Timeout | undefined
  const rest = () => clearTimeout(timer)
  const wait = () => {
    rest()
    timer = setTimeout(() => controller.abort(new Error(`silent for ${silenceMs / 1000} s`)), silenceMs)
  }
  return {
    signal: controller.signal,
    wait,
    rest,
    sending: async function* (file: AsyncIterable<Uint8Array>) {
      for await (const chunk of file) {
        wait()
        yield chunk
      }
    },
    receiving: (body: ReadableStream<Uint8Array> | null, failure: (error: unknown) => Error) => {
      const reader = body?.getReader()
      const pull = async (to: ReadableStreamDefaultController<Uint8Array>) => {
        wait()
        try {
          const next = await reader?.read()
          if (next === undefined || next.done) to.close()
          else to.enqueue(next.value)
        } catch (error) {
          throw failure(error)
        } finally {
          rest()
        }
      }
      // Asks for a chunk only when its reader does.
      return new ReadableStream<Uint8Array>({ pull, cancel: (reason) => reader?.cancel(reason) }, { highWaterMark: 0 })
    },
  }
}
