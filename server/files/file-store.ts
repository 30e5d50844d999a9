import { join, resolve } from 'node:path'
import type { Readable } from 'node:stream'
import type { Config } from '../config.ts'
import { createDiskStore } from './disk-store.ts'
import { createS3Store } from './s3-store.ts'

/** A file that has arrived whole in a local file of its own, which the store may take away. */
export type ArrivedFile = { path: string; size: number; sha256: string }

/** The port that stored files go through. Keys are ours: `<project ID>/<file ID>`. */
export interface FileStore {
  /** Stores a file whole, or not at all. Errors: whatever the store says. */
  put(key: string, file: ArrivedFile): Promise<void>
  /** Its bytes, once the store has begun to answer. Undefined when there is nothing of that key. */
  get(key: string): Promise<Readable | undefined>
  /** Removes it; nothing happens when there is none. */
  remove(key: string): Promise<void>
}

/** Below the directory for files, or in the bucket when one is configured. Errors: one sentence for half a configuration. */
export const createFileStore = (config: Config): FileStore => {
  const { s3Endpoint, s3Bucket, s3Region, s3AccessKey, s3SecretKey } = config
  if (!s3Endpoint && !s3Bucket) return createDiskStore(join(filesRoot(config), 'files'))
  if (!s3Endpoint || !s3Bucket || !s3AccessKey || !s3SecretKey)
    throw new Error('A bucket for files needs GUILDHALL_S3_ENDPOINT, _S3_BUCKET, _S3_ACCESS_KEY and _S3_SECRET_KEY.')
  return createS3Store({
    endpoint: s3Endpoint,
    bucket: s3Bucket,
    region: s3Region,
    accessKey: s3AccessKey,
    secretKey: s3SecretKey,
  })
}

/** Where uploads arrive before they are stored; on the same disk as stored files. */
export const arrivalDir = (config: FilesPlace): string => join(filesRoot(config), 'uploads')

type FilesPlace = Pick<Config, 'dataDir' | 'filesDir'>
/** What files lie below, where no bucket has them. */
export const filesRoot = ({ dataDir, filesDir }: FilesPlace): string => (filesDir ? resolve(filesDir) : dataDir)

/** Where the store keeps a file's bytes. */
export const storageKey = (projectID: string, id: string): string => `${projectID}/${id}`
