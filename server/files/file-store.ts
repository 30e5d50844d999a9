import { join, resolve } from 'node:path'
import type { Readable } from 'node:stream'
import type { Config } from '../settings/config.ts'
import { createDiskStore } from './disk-store.ts'
import { createS3Store } from './s3-store.ts'
import { type WatchedStore, watchStore } from './watched-store.ts'

/** A complete upload in a local file of its own, which the store may move away. */
export type ArrivedFile = { path: string; size: number; sha256: string }

/** The interface to the store of uploaded files. The server makes the keys: `<project ID>/<file ID>`. */
export interface FileStore {
  /** Stores a file completely or not at all. Errors: those of the store. */
  put(key: string, file: ArrivedFile): Promise<void>
  /** The file's bytes, once the store has begun to answer. Undefined when the store has no file with that key. */
  get(key: string): Promise<Readable | undefined>
  /** Removes the file, if there is one. */
  remove(key: string): Promise<void>
}

/**
 * The store in the directory for files, or in the bucket when one is configured. Errors: one sentence for an incomplete
 * configuration.
 */
export const createFileStore = (config: Config): WatchedStore => {
  const { s3Endpoint, s3Bucket, s3Region, s3AccessKey, s3SecretKey } = config
  if (!s3Endpoint && !s3Bucket) return watchStore(createDiskStore(join(filesRoot(config), 'files')))
  if (!s3Endpoint || !s3Bucket || !s3AccessKey || !s3SecretKey)
    throw new Error('A bucket for files needs GUILDHALL_S3_ENDPOINT, _S3_BUCKET, _S3_ACCESS_KEY and _S3_SECRET_KEY.')
  const keys = { accessKey: s3AccessKey, secretKey: s3SecretKey }
  return watchStore(createS3Store({ endpoint: s3Endpoint, bucket: s3Bucket, region: s3Region, ...keys }))
}

/** Where uploads arrive before they are stored; this is on the same disk as stored files. */
export const arrivalDir = (config: FilesPlace): string => join(filesRoot(config), 'uploads')

type FilesPlace = Pick<Config, 'dataDir' | 'filesDir'>
/** The directory that holds stored files, unless a bucket does. */
export const filesRoot = ({ dataDir, filesDir }: FilesPlace): string => (filesDir ? resolve(filesDir) : dataDir)

/** The key under which the store keeps a file's bytes. */
export const storageKey = (projectID: string, id: string): string => `${projectID}/${id}`
