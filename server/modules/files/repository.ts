import { sql } from 'kysely'
import type { DbOrTx } from '../../db/pool.ts'

export type FileRow = {
  id: string
  project_id: string
  name: string
  content_type: string
  size_bytes: number
  uploaded_by: string
  uploaded_by_username: string
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

/** A stored file of that project. */
export const findFile = (db: DbOrTx, projectID: string, id: string): Promise<FileRow | undefined> =>
  stored(db, projectID).where('f.id', '=', id).executeTakeFirst()

/** Announces a file that is about to arrive. */
export const insertPending = async (
  db: DbOrTx,
  file: { id: string; projectID: string; uploadedBy: string; name: string; now: Date },
): Promise<void> => {
  await db
    .insertInto('files')
    .values({
      id: file.id,
      project_id: file.projectID,
      uploaded_by: file.uploadedBy,
      name: file.name,
      created_at: file.now,
      changed_at: file.now,
    })
    .execute()
}

/** The file is stored, unless somebody has given up waiting for it; answers whether it is. */
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

/** The file is to be deleted; of several who do so at once, one has done it. */
export const markDeleting = async (db: DbOrTx, id: string, now: Date): Promise<boolean> => {
  const result = await db
    .updateTable('files')
    .set({ state: 'deleting', changed_at: now })
    .where('id', '=', id)
    .where('state', '=', 'stored')
    .executeTakeFirst()
  return result.numUpdatedRows === 1n
}
