import { openAsBlob } from 'node:fs'
import { Readable } from 'node:stream'
import { AwsClient } from 'aws4fetch'
import type { FileStore } from './file-store.ts'

export type S3Options = {
  /** The origin of the store; the bucket is part of the path, which every compatible store understands. */
  endpoint: string
  bucket: string
  region: string
  accessKey: string
  secretKey: string
}

/** As long as a transfer between the server and a person may take. */
const TIME_LIMIT_MS = 120_000

/**
 * Keeps files as objects of a bucket. An object appears complete, and only when its bytes are those that were signed.
 */
export const createS3Store = ({ endpoint, bucket, region, accessKey, secretKey }: S3Options): FileStore => {
  const aws = new AwsClient({ accessKeyId: accessKey, secretAccessKey: secretKey, service: 's3', region, retries: 0 })
  const call = async (method: string, key: string, headers: Record<string, string> = {}, body?: Blob) => {
    const { url, headers: signed } = await aws.sign(`${endpoint}/${bucket}/${key}`, { method, headers })
    const signal = AbortSignal.timeout(TIME_LIMIT_MS)
    return fetch(url, { method, headers: signed, redirect: 'error', signal, ...(body && { body }) })
  }
  return {
    put: async (key, { path, sha256 }) => {
      // A blob of a file is read while it is sent, and it has a length, which the store requires.
      const body = await openAsBlob(path)
      await settle(await call('PUT', key, { 'x-amz-content-sha256': sha256 }, body), 'store')
    },
    get: async (key) => {
      const response = await call('GET', key)
      if (response.status === 404) {
        await response.body?.cancel()
        return undefined
      }
      if (!response.ok || !response.body) return settle(response, 'read').then(() => undefined)
      return Readable.fromWeb(response.body)
    },
    remove: async (key) => {
      const response = await call('DELETE', key)
      if (response.status === 404) await response.body?.cancel()
      else await settle(response, 'remove')
    },
  }
}

/** Reads an answer to its end. Errors: the store's message, for the log. */
const settle = async (response: Response, verb: string): Promise<void> => {
  const text = await response.text()
  if (!response.ok)
    throw new Error(`The file store could not ${verb} a file (${response.status}): ${text.slice(0, 300)}`)
}
