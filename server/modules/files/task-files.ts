import { GUEST_FILES_MAX, TASK_FILES_MAX } from '#shared/contract/task-fields.ts'
import type { TaskFile } from '#shared/contract/files.ts'
import { isManager } from '#shared/rules/membership.ts'
import { holdMembers, holdProject } from '#server/access/locks.ts'
import { storageKey } from '#server/files/file-store.ts'
import { conflict, forbidden } from '#server/http/errors.ts'
import type { Viewer } from '#server/http/handlers.ts'
import type { Input } from '#server/http/services.ts'
import { OutgoingFile } from '#server/http/transfer.ts'
import { attachFile, type PartyTask, requireMayAttach, requireMayWrite, requireParty } from '../tasks/service.ts'
import * as repository from './repository.ts'
import type { FileRow } from './repository.ts'
import { type Deps, forget, markDeleted, read, storeFile, unknownFile } from './storing.ts'

/** The files of one task, for members and for its guest, who knows no other file of the project. */

const toTaskFile = (row: FileRow, { userID }: Viewer): TaskFile => ({
  id: row.id,
  name: row.name,
  size: row.size_bytes,
  contentType: row.content_type,
  createdAt: row.created_at.toISOString(),
  isOwn: row.uploaded_by === userID,
})

/** The files that are attached to a task. Errors: 404 for anybody but members and its guest. */
const listOfTask = async ({ db }: Deps, viewer: Viewer, { params }: Input<'files.listOfTask'>): Promise<TaskFile[]> => {
  const task = await requireParty(db, viewer, params.id)
  return (await repository.findThese(db, task.project_id, task.file_ids)).map((row) => toTaskFile(row, viewer))
}

/** Errors: 409 when the task, or its guest, has as many files as it may have. */
const requireRoom = async ({ db }: Deps, task: PartyTask, { userID }: Viewer): Promise<void> => {
  if (task.file_ids.length >= TASK_FILES_MAX + GUEST_FILES_MAX)
    throw conflict('CONFLICT', 'This task has too many files.')
  if (!task.guest) return
  const own = (await repository.findThese(db, task.project_id, task.file_ids)).filter(
    (row) => row.uploaded_by === userID,
  )
  if (own.length >= GUEST_FILES_MAX)
    throw conflict('CONFLICT', `You can attach ${GUEST_FILES_MAX} files. Please delete one first.`)
}

/**
 * Stores a file and attaches it to the task. Errors: 404 for anybody but members and the task's guest; 403 for a member who does
 * not have the task, and for a guest once it is finished; 409 for too many files; those of `storeFile`.
 */
const uploadToTask = async (
  deps: Deps,
  viewer: Viewer,
  { params: { id: taskID }, file }: Input<'files.uploadToTask'>,
): Promise<TaskFile> => {
  const { db } = deps
  let projectID = ''
  try {
    const task = await requireParty(db, viewer, taskID)
    requireMayAttach(task, viewer)
    await requireRoom(deps, task, viewer)
    projectID = task.project_id
  } catch (error) {
    // The rest is read to its end, or the sender and the server would wait for each other.
    file.stream.resume()
    throw error
  }
  const row = await storeFile(deps, viewer, file, {
    projectID,
    require: () => Promise.resolve(),
    hold: async (tx) => {
      await holdProject(tx, projectID)
      await holdMembers(tx, projectID, [viewer.userID])
      requireMayAttach(await requireParty(tx, viewer, taskID), viewer)
    },
  })
  try {
    await attachFile(deps, viewer, {
      taskID,
      fileID: row.id,
      requireRoom: (found) => requireRoom(deps, found, viewer),
    })
  } catch (error) {
    // A file that the task did not take is nobody's.
    await markDeleted(deps, { projectID, fileID: row.id, by: viewer.userID, isMember: false })
    await forget(deps, projectID, row.id)
    throw error
  }
  return toTaskFile(row, viewer)
}

/** A file that is attached to the task or was handed in. Errors: 404 for anybody but members and the task's guest; 503. */
const downloadOfTask = async (
  deps: Deps,
  viewer: Viewer,
  { params: { id: taskID, fileId: fileID } }: Input<'files.downloadOfTask'>,
): Promise<OutgoingFile> => {
  const task = await requireParty(deps.db, viewer, taskID)
  const isOfTask = task.file_ids.includes(fileID) || (await repository.isHandedIn(deps.db, taskID, fileID))
  const row = isOfTask ? await repository.findFile(deps.db, task.project_id, fileID) : undefined
  if (!row) throw unknownFile()
  const stream = await read(deps.store, storageKey(task.project_id, fileID))
  return new OutgoingFile({ name: row.name, contentType: row.content_type, size: row.size_bytes, stream })
}

/**
 * Deletes a file that is attached to the task. Errors: 404 for anybody but members and the task's guest; 403 for a file of
 * somebody else, but for owners and admins, and for a guest once the task is finished.
 */
const removeFromTask = async (
  deps: Deps,
  viewer: Viewer,
  { params: { id: taskID, fileId: fileID } }: Input<'files.removeFromTask'>,
): Promise<{ message: string }> => {
  const task = await requireParty(deps.db, viewer, taskID)
  const { project_id: projectID } = task
  const row = task.file_ids.includes(fileID) ? await repository.findFile(deps.db, projectID, fileID) : undefined
  if (!row) throw unknownFile()
  requireMayWrite(task)
  if (row.uploaded_by !== viewer.userID && !isManager(task.role))
    throw forbidden('Only owners, admins and the person who uploaded a file can delete it.')
  if (!(await markDeleted(deps, { projectID, fileID, by: viewer.userID, isMember: !task.guest }))) throw unknownFile()
  await forget(deps, projectID, fileID)
  return { message: 'The file was deleted.' }
}

export const taskFiles = { listOfTask, uploadToTask, downloadOfTask, removeFromTask }
