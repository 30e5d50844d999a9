import { rm } from 'node:fs/promises'
import { v7 as uuidv7 } from 'uuid'
import { safeFileName } from '#shared/rules/file-name.ts'
import { noteActivity } from '#server/access/members.ts'
import { holdSession } from '#server/access/session.ts'
import { type Tx, withTx } from '#server/db/pool.ts'
import type { AppDeps } from '#server/deps.ts'
import { record } from '#server/events/record.ts'
import { receive } from '#server/files/arrival.ts'
import { contentTypeOf } from '#server/files/content-type.ts'
import type { DiskSpace } from '#server/files/disk-space.ts'
import { arrivalDir, type FileStore, storageKey } from '#server/files/file-store.ts'
import { HttpError, invalid, isStorageFull, notFound, unavailable } from '#server/http/errors.ts'
import type { Viewer } from '#server/http/handlers.ts'
import { fileTooLarge, type IncomingFile } from '#server/http/transfer.ts'
import { requireWithin } from '#server/limits/limits.ts'
import { limitOf } from '#server/limits/limit-table.ts'
import { requireSharedFiles } from '#server/process/presence.ts'
import { forgetFile } from '../tasks/service.ts'
import { announceFile } from './quota.ts'
import * as repository from './repository.ts'
import type { FileRow } from './repository.ts'
import { removeFile } from './sweeper.ts'

/** Storing, reading and deleting a file, by somebody who may. */

export type Deps = Pick<AppDeps, 'db' | 'clock' | 'config' | 'store' | 'logger' | 'background' | 'presence'> & {
  disk: DiskSpace
}

export const unknownFile = () => notFound('There is no such file.')

/** Whether somebody may store a file: before it arrives, and when it is there. */
export type StoringRight = { projectID: string; require: () => Promise<unknown>; hold: (tx: Tx) => Promise<unknown> }

/**
 * Stores a file. The row is inserted first and marked as stored last, so the sweeper finds what a dying process leaves.
 * Errors: those of the right, also when it was lost during the upload; 401 when the session was; 409 and 413 when the
 * project is full; 413; 422 for an empty file; 429; 503 when the store refuses the file or is not shared by all processes;
 * 507 when the disk is full.
 */
export const storeFile = async (
  deps: Deps,
  viewer: Viewer,
  file: IncomingFile,
  right: StoringRight,
): Promise<FileRow> => {
  const { db, clock, config, store, disk } = deps
  const { projectID } = right
  const id = uuidv7()
  let arrivedAt: string | undefined
  let isAnnounced = false
  let release = () => {}
  try {
    await right.require()
    await requireWithin(db, clock.now(), limitOf('upload', viewer.userID))
    await requireSharedFiles(deps)
    const { mostBytes } = file
    release = await disk.hold(mostBytes)
    const name = safeFileName(file.name)
    await announceFile(deps, { id, projectID, uploadedBy: viewer.userID, name, mostBytes, now: clock.now() })
    isAnnounced = true
    const arrived = await receiveWhole(arrivalDir(config), id, file)
    arrivedAt = arrived.path
    const contentType = await contentTypeOf(arrived.sample)
    await put(store, storageKey(projectID, id), arrived)
    const now = clock.now()
    const stored = await withTx(db, async (tx) => {
      // The bytes took their time: the right to this may have gone since, and cannot go before the file is stored.
      await holdSession(tx, viewer)
      await right.hold(tx)
      const [isMarked, row] = await Promise.all([
        repository.markStored(tx, { id, size: arrived.size, contentType, now }),
        repository.findFile(tx, projectID, id),
      ])
      if (!isMarked) return undefined
      await record(tx, now, { kind: 'file.uploaded', actorID: viewer.userID, projectID, data: { fileID: id } })
      await noteActivity(tx, projectID, viewer.userID, now)
      return { row }
    })
    if (!stored) throw unavailable('The upload took too long. Please try again.')
    if (!stored.row) throw unknownFile()
    return stored.row
  } catch (error) {
    // The rest is read to its end, or the sender and the server would wait for each other.
    file.stream.resume()
    if (isAnnounced) await forget(deps, projectID, id)
    throw error
  } finally {
    release()
    if (arrivedAt !== undefined) await rm(arrivedAt, { force: true })
  }
}

const receiveWhole = async (directory: string, id: string, file: IncomingFile) => {
  const arrived = await receive(directory, id, file.stream)
  // After a file that was cut at the limit, the stream only holds the rest of it.
  const end = file.isTooLarge()
    ? undefined
    : await file.requireEnd().then(
        () => undefined,
        (error: unknown) => error as Error,
      )
  const refusal = file.isTooLarge()
    ? fileTooLarge()
    : end !== undefined || arrived.size > 0
      ? end
      : invalid('file', 'The file is empty.')
  if (!refusal) return arrived
  await rm(arrived.path, { force: true })
  throw refusal
}

const put = async (store: FileStore, ...file: Parameters<FileStore['put']>): Promise<void> => {
  try {
    await store.put(...file)
  } catch (error) {
    if (isStorageFull(error)) throw error
    throw unavailable('The file could not be stored. Please try again.', error)
  }
}

/** Undoes a failed upload as far as possible now; the sweeper does the rest. */
export const forget = async (deps: Deps, projectID: string, id: string): Promise<void> => {
  try {
    await removeFile(deps, projectID, id)
  } catch (error) {
    deps.logger.warn({ err: error, file: id }, 'an upload could not be undone; the sweeper will')
  }
}

/** A file's bytes. Errors: 503 when the store does not answer, or has lost it. */
export const read = async (store: FileStore, key: string) => {
  try {
    const stream = await store.get(key)
    if (stream) return stream
  } catch (error) {
    throw unavailable('The file cannot be read now. Please try again.', error)
  }
  throw new HttpError(503, 'UNAVAILABLE', 'The file cannot be found in the store. Please tell the administrator.')
}

type FileDeletion = { projectID: string; fileID: string; by: string; isMember: boolean }

/** Deletes a file for everybody, with its event. Returns false when somebody else was quicker. */
export const markDeleted = (
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  { projectID, fileID, by, isMember }: FileDeletion,
): Promise<boolean> =>
  withTx(db, async (tx) => {
    const now = clock.now()
    if (!(await repository.markDeleting(tx, fileID, now))) return false
    await forgetFile(tx, projectID, fileID)
    await record(tx, now, { kind: 'file.deleted', actorID: by, projectID, data: { fileID } })
    if (isMember) await noteActivity(tx, projectID, by, now)
    return true
  })
