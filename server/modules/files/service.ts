import type { FilePreview, Pagination, ProjectFile, ProjectRole } from '#shared/contract/index.ts'
import { isManager } from '#shared/rules/membership.ts'
import { paginationOf } from '#shared/rules/pages.ts'
import { accessOf, type Access } from '#server/access/access.ts'
import { holdAccess } from '#server/access/locks.ts'
import type { AppDeps } from '#server/deps.ts'
import { storageKey } from '#server/files/file-store.ts'
import { forbidden, notFound } from '#server/http/errors.ts'
import type { RequestContext, Viewer } from '#server/http/handlers.ts'
import type { Input } from '#server/http/services.ts'
import { OutgoingFile } from '#server/http/transfer.ts'
import { requireWithin } from '#server/limits/limits.ts'
import { limitOf } from '#server/limits/limit-table.ts'
import type { DrawingDeps } from '#server/pictures/drawer.ts'
import { createPreviewer, requirePreview } from './preview.ts'
import * as repository from './repository.ts'
import type { FileRow } from './repository.ts'
import { type Deps, forget, markDeleted, read, storeFile, unknownFile } from './storing.ts'
import { removeFile } from './sweeper.ts'
import { taskFiles } from './task-files.ts'

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

/** Stores a file of the project for a member. Errors: 404, also when the right was lost during the upload; those of `storeFile`. */
const uploadFile = async (
  deps: Deps,
  viewer: Viewer,
  { params: { id: projectID }, file }: Input<'files.upload'>,
): Promise<ProjectFile> =>
  toFile(
    await storeFile(deps, viewer, file, {
      projectID,
      require: () => requireInsider(deps, viewer, projectID),
      hold: async (tx) => requireRole(await holdAccess(tx, projectID, viewer.userID)),
    }),
  )

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

/** Deletes all files that a person has uploaded, with their bytes. It may be repeated. Errors: those of the store. */
export const deleteFilesOf = async (
  { db, clock, store }: Pick<AppDeps, 'db' | 'clock' | 'store'>,
  userID: string,
): Promise<void> => {
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
  ...taskFiles,
})

export { removeFile, sweepFiles } from './sweeper.ts'
