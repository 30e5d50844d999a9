import { rm } from 'node:fs/promises'
import { v7 as uuidv7 } from 'uuid'
import type { FilePreview, Pagination, ProjectFile, ProjectRole } from '#shared/contract/index.ts'
import { isManager } from '#shared/rules/membership.ts'
import { safeFileName } from '#shared/rules/file-name.ts'
import { paginationOf } from '#shared/rules/pages.ts'
import { accessOf, type Access } from '#server/access/access.ts'
import { holdAccess } from '#server/access/locks.ts'
import { noteActivity } from '#server/access/members.ts'
import { holdSession } from '#server/access/session.ts'
import { withTx } from '#server/db/pool.ts'
import type { AppDeps } from '#server/deps.ts'
import { record } from '#server/events/record.ts'
import { receive } from '#server/files/arrival.ts'
import { contentTypeOf } from '#server/files/content-type.ts'
import type { DiskSpace } from '#server/files/disk-space.ts'
import { arrivalDir, createFileStore, type FileStore, storageKey } from '#server/files/file-store.ts'
import { forbidden, HttpError, invalid, isStorageFull, notFound, unavailable } from '#server/http/errors.ts'
import type { RequestContext, Viewer } from '#server/http/handlers.ts'
import type { Input } from '#server/http/services.ts'
import { fileTooLarge, type IncomingFile, OutgoingFile } from '#server/http/transfer.ts'
import { requireWithin } from '#server/limits/limits.ts'
import { limitOf } from '#server/limits/limit-table.ts'
import { requireSharedFiles } from '#server/process/presence.ts'
import type { DrawingDeps } from '#server/pictures/drawer.ts'
import { createPreviewer, requirePreview } from './preview.ts'
import { announceFile } from './quota.ts'
import { forgetFile } from '../tasks/service.ts'
import * as repository from './repository.ts'
import type { FileRow } from './repository.ts'
import { removeFile } from './sweeper.ts'

type Deps = Pick<AppDeps, 'db' | 'clock' | 'config' | 'logger' | 'background' | 'presence'> & {
  store: FileStore
  disk: DiskSpace
}

const toFile = (row: FileRow): ProjectFile => ({
  id: row.id,
  projectID: row.project_id,
  name: row.name,
  size: row.size_bytes,
  contentType: row.content_type,
  uploadedByID: row.uploaded_by,
  uploadedByUsername: row.uploaded_by_username,
  uploadedByName: row.uploaded_by_name,
  createdAt: row.created_at.toISOString(),
})

const requireRole = (access: Access | undefined): ProjectRole => {
  if (!access?.role) throw notFound('Project not found')
  return access.role
}

/**
 * Only members of a project may see its files; for anybody else there are none, even in a listed project. Errors: 404.
 */
const requireInsider = async ({ db }: Deps, viewer: Viewer, projectID: string): Promise<ProjectRole> => {
  return requireRole(await accessOf(db, projectID, viewer.userID))
}
const unknownFile = () => notFound('There is no such file.')

/** One page of a project's files, newest first. Errors: 404. */
const listFiles = async (
  deps: Deps,
  viewer: Viewer,
  { params: { id: projectID }, query: { page, limit } }: Input<'files.list'>,
): Promise<{ data: ProjectFile[]; pagination: Pagination }> => {
  await requireInsider(deps, viewer, projectID)
  const rows = await repository.findFiles(deps.db, { projectID, page, limit })
  const total = await repository.countFiles(deps.db, projectID)
  return { data: rows.map(toFile), pagination: paginationOf({ page, limit }, total) }
}

/**
 * Stores a file. The row is inserted first and marked as stored last, so the sweeper finds what a dying process leaves.
 * Errors: 404, also when the right was lost during the upload; 401 when the session was; 409 and 413 when the project
 * is full; 413; 422 for an empty file; 429; 503 when the store refuses the file or is not shared by all processes; 507
 * when the disk is full.
 */
const uploadFile = async (
  deps: Deps,
  viewer: Viewer,
  { params: { id: projectID }, file }: Input<'files.upload'>,
): Promise<ProjectFile> => {
  const { db, clock, config, store, disk } = deps
  const id = uuidv7()
  let arrivedAt: string | undefined
  let isAnnounced = false
  let release = () => {}
  try {
    await requireInsider(deps, viewer, projectID)
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
    const isStored = await withTx(db, async (tx) => {
      // The bytes took their time: the right to this may have gone since, and cannot go before the file is stored.
      await holdSession(tx, viewer)
      requireRole(await holdAccess(tx, projectID, viewer.userID))
      if (!(await repository.markStored(tx, { id, size: arrived.size, contentType, now }))) return false
      await record(tx, now, { kind: 'file.uploaded', actorID: viewer.userID, projectID, data: { fileID: id } })
      await noteActivity(tx, projectID, viewer.userID, now)
      return true
    })
    if (!isStored) throw unavailable('The upload took too long. Please try again.')
    const row = await repository.findFile(db, projectID, id)
    if (!row) throw unknownFile()
    return toFile(row)
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
const forget = async (deps: Deps, projectID: string, id: string): Promise<void> => {
  try {
    await removeFile(deps, projectID, id)
  } catch (error) {
    deps.logger.warn({ err: error, file: id }, 'an upload could not be undone; the sweeper will')
  }
}

/** A file's bytes for a member. Errors: 404, 503 when the store does not answer. */
const downloadFile = async (
  deps: Deps,
  viewer: Viewer,
  { params: { id: projectID, fileId: fileID } }: Input<'files.download'>,
): Promise<OutgoingFile> => {
  await requireInsider(deps, viewer, projectID)
  const row = await repository.findFile(deps.db, projectID, fileID)
  if (!row) throw unknownFile()
  const stream = await read(deps.store, storageKey(projectID, fileID))
  return new OutgoingFile({ name: row.name, contentType: row.content_type, size: row.size_bytes, stream })
}

const read = async (store: FileStore, key: string) => {
  try {
    const stream = await store.get(key)
    if (stream) return stream
  } catch (error) {
    throw unavailable('The file cannot be read now. Please try again.', error)
  }
  throw new HttpError(503, 'UNAVAILABLE', 'The file cannot be found in the store. Please tell the administrator.')
}

/** The call that shows a file to a member. Errors: 404; 422 for one that is not shown; 429; 503 when the store does not answer, or too many are drawn. */
const createPreview = (drawing: DrawingDeps) => {
  const previewOf = createPreviewer(drawing)
  return async (
    deps: Deps,
    viewer: Viewer,
    { params: { id: projectID, fileId: fileID } }: Input<'files.preview'>,
    context: RequestContext,
  ): Promise<FilePreview> => {
    await requireInsider(deps, viewer, projectID)
    const row = await repository.findFile(deps.db, projectID, fileID)
    if (!row) throw unknownFile()
    const kind = requirePreview(row.content_type, row.size_bytes)
    await requireWithin(deps.db, deps.clock.now(), limitOf(kind === 'pdf' ? 'preview-pdf' : 'preview', viewer.userID))
    const open = () => read(deps.store, storageKey(projectID, fileID))
    return previewOf(kind, { fileID, personID: viewer.userID, open, over: context.over() })
  }
}

/**
 * Deletes a file. Nobody sees it from then on, even while the store still has its bytes. Errors: 404; 403 for a member
 * who neither uploaded it nor manages the project.
 */
const deleteFile = async (
  deps: Deps,
  viewer: Viewer,
  { params: { id: projectID, fileId: fileID } }: Input<'files.remove'>,
): Promise<{ message: string }> => {
  const role = await requireInsider(deps, viewer, projectID)
  const row = await repository.findFile(deps.db, projectID, fileID)
  if (!row) throw unknownFile()
  if (row.uploaded_by !== viewer.userID && !isManager(role))
    throw forbidden('Only owners, admins and the person who uploaded a file can delete it.')
  if (!(await markDeleted(deps, { projectID, fileID, by: viewer.userID, isMember: true }))) throw unknownFile()
  await forget(deps, projectID, fileID)
  return { message: 'The file was deleted.' }
}

type FileDeletion = { projectID: string; fileID: string; by: string; isMember: boolean }

/** Deletes a file for everybody, with its event. Returns false when somebody else was quicker. */
const markDeleted = (
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

/** Deletes all files that a person has uploaded, with their bytes. It may be repeated. Errors: those of the store. */
export const deleteFilesOf = async (
  { db, clock, config }: Pick<AppDeps, 'db' | 'clock' | 'config'>,
  userID: string,
): Promise<void> => {
  const store = createFileStore(config)
  for (const { id, project_id: projectID } of await repository.findFilesOf(db, userID)) {
    await markDeleted({ db, clock }, { projectID, fileID: id, by: userID, isMember: false })
    await removeFile({ db, clock, store }, projectID, id)
  }
}

/** The calls about files; what was drawn of them is remembered as long as the server runs. */
export const createFiles = (drawing: DrawingDeps) => ({
  list: listFiles,
  upload: uploadFile,
  download: downloadFile,
  preview: createPreview(drawing),
  remove: deleteFile,
})

export { removeFile, sweepFiles } from './sweeper.ts'
