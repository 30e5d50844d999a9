import { sql } from 'kysely'
import { lockOf } from '#server/db/installation-lock.ts'
import { type DbOrTx, type Tx, send } from '#server/db/pool.ts'

export type FileRow = {
  id: string
  project_id: string
  name: string
  content_type: string
  size_bytes: number
  uploaded_by: string
  uploaded_by_username: string
  uploaded_by_name: string
  created_at: Date
}

const stored = (db: DbOrTx, projectID: string) =>
  db
    .selectFrom('files as f')
    .innerJoin('users as u', 'u.id', 'f.uploaded_by')
    .where('f.project_id', '=', projectID)
    .where('f.state', '=', 'stored')
    .select([
      'f.id',
      'f.project_id',
      'f.name',
      'f.content_type',
      'f.size_bytes',
      'f.uploaded_by',
      'u.username as uploaded_by_username',
      'u.name as uploaded_by_name',
      'f.created_at',
    ])

/** One page of a project's files, newest first. `page` counts from 1. */
export const findFiles = (
  db: DbOrTx,
  { projectID, page, limit }: { projectID: string; page: number; limit: number },
): Promise<FileRow[]> =>
  stored(db, projectID)
    .orderBy('f.created_at', 'desc')
    .orderBy('f.id', 'desc')
    .limit(limit)
    .offset((page - 1) * limit)
    .execute()

export const countFiles = async (db: DbOrTx, projectID: string): Promise<number> => {
  const { total } = await db
    .selectFrom('files')
    .where('project_id', '=', projectID)
    .where('state', '=', 'stored')
    .select(sql<number>`count(*)::int`.as('total'))
    .executeTakeFirstOrThrow()
  return total
}

/** A stored file in that project. */
export const findFile = (db: DbOrTx, projectID: string, id: string): Promise<FileRow | undefined> =>
  stored(db, projectID).where('f.id', '=', id).executeTakeFirst()

/** These stored files of the project, in the order of `ids`. */
export const findThese = async (db: DbOrTx, projectID: string, ids: readonly string[]): Promise<FileRow[]> => {
  if (ids.length === 0) return []
  const rows = await stored(db, projectID).where('f.id', 'in', ids).execute()
  const byID = new Map(rows.map((row) => [row.id, row]))
  return ids.flatMap((id) => byID.get(id) ?? [])
}

/** Whether the file was handed in with a round of the task. */
export const isHandedIn = async (db: DbOrTx, taskID: string, fileID: string): Promise<boolean> => {
  const { rows } = await sql<{ is: boolean }>`
    select exists (select from submissions s where s.task_id = ${taskID}
      and s.files @> jsonb_build_array(jsonb_build_object('id', ${fileID}::text))) as is`.execute(db)
  return rows[0]?.is === true
}

/** Lets only one transaction at a time decide by the sums of the project's and the person's files. */
export const holdUsage = async (tx: Tx, projectID: string, userID: string): Promise<void> => {
  // Every such transaction locks the project first, so that no two wait for each other.
  for (const key of [`files of project ${projectID}`, `files of person ${userID}`]) await send(tx, lockOf(key))
}

export type Usage = { project_files: number; project_bytes: number; person_bytes: number }

/** The sums of stored and arriving files. Files of deleted projects count for their uploader until they are swept. */
export const findUsage = async (db: DbOrTx, projectID: string, userID: string): Promise<Usage> => {
  const { rows } = await sql<Usage>`
    select project.files as project_files, project.bytes as project_bytes, person.bytes as person_bytes from
      (select count(*)::int as files, coalesce(sum(size_bytes), 0)::float8 as bytes from files
        where project_id = ${projectID} and state <> 'deleting') as project,
      (select coalesce(sum(size_bytes), 0)::float8 as bytes from files
        where uploaded_by = ${userID} and state <> 'deleting') as person`.execute(db)
  return rows[0] ?? { project_files: 0, project_bytes: 0, person_bytes: 0 }
}

/** Records a file that is about to arrive. Until its size is known, it counts with the largest size it can have. */
export const insertPending = async (
  db: DbOrTx,
  file: { id: string; projectID: string; uploadedBy: string; name: string; mostBytes: number; now: Date },
): Promise<void> => {
  await send(
    db,
    db.insertInto('files').values({
      id: file.id,
      project_id: file.projectID,
      uploaded_by: file.uploadedBy,
      name: file.name,
      size_bytes: file.mostBytes,
      created_at: file.now,
      changed_at: file.now,
    }),
  )
}

/** Marks an arrived file as stored, unless it has been given up. Returns whether the file is stored. */
export const markStored = async (
  db: DbOrTx,
  { id, size, contentType, now }: { id: string; size: number; contentType: string; now: Date },
): Promise<boolean> => {
  const result = await db
    .updateTable('files')
    .set({ state: 'stored', size_bytes: size, content_type: contentType, changed_at: now })
    .where('id', '=', id)
    .where('state', '=', 'pending')
    .executeTakeFirst()
  return result.numUpdatedRows === 1n
}

/**
 * Marks a stored file for deletion. Returns whether this caller did so, so that only one of several deletions counts.
 */
export const markDeleting = async (db: DbOrTx, id: string, now: Date): Promise<boolean> => {
  const result = await db
    .updateTable('files')
    .set({ state: 'deleting', changed_at: now })
    .where('id', '=', id)
    .where('state', '=', 'stored')
    .executeTakeFirst()
  return result.numUpdatedRows === 1n
}

/** Gives up an unfinished upload, or confirms a deletion. False for a stored file, which stays. */
export const markAbandoned = async (db: DbOrTx, id: string, now: Date): Promise<boolean> => {
  const result = await db
    .updateTable('files')
    .set({ state: 'deleting', changed_at: now })
    .where('id', '=', id)
    .where('state', '<>', 'stored')
    .executeTakeFirst()
  return result.numUpdatedRows === 1n
}

/** Marks the stored files of projects that were deleted before `before` for deletion. */
export const markOfDeletedProjects = async (db: DbOrTx, before: Date, now: Date): Promise<void> => {
  await send(
    db,
    db
      .updateTable('files')
      .set({ state: 'deleting', changed_at: now })
      .where('state', '=', 'stored')
      .where('project_id', 'in', (eb) => eb.selectFrom('projects').select('id').where('deleted_at', '<', before)),
  )
}

/** Unfinished uploads and deletions whose last step was before `before`, oldest first. */
export const findUnsettled = (
  db: DbOrTx,
  before: Date,
  limit: number,
): Promise<Array<{ id: string; project_id: string }>> =>
  db
    .selectFrom('files')
    .select(['id', 'project_id'])
    .where('state', '<>', 'stored')
    .where('changed_at', '<', before)
    .orderBy('changed_at')
    .limit(limit)
    .execute()

/** The stored files that a person has uploaded. */
export const findFilesOf = (db: DbOrTx, userID: string): Promise<Array<{ id: string; project_id: string }>> =>
  db
    .selectFrom('files')
    .select(['id', 'project_id'])
    .where('uploaded_by', '=', userID)
    .where('state', '=', 'stored')
    .execute()

/** Removes the row of a file that is marked for deletion. */
export const deleteMarked = async (db: DbOrTx, id: string): Promise<void> => {
  await send(db, db.deleteFrom('files').where('id', '=', id).where('state', '=', 'deleting'))
}
