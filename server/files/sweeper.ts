import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { AppDeps } from '../deps.ts'
import { arrivalDir, createFileStore, type FileStore } from './file-store.ts'

type Deps = Pick<AppDeps, 'db' | 'clock' | 'config'>

/** Longer than any upload may take: what is older belongs to a process that is gone. */
const ABANDONED_MS = 60 * 60_000
const BATCH = 100
/** Nobody can reach the files of a deleted project. So long an operator could still bring one back. */
export const DELETED_PROJECT_DAYS = 30

/**
 * Removes what uploads and deletions that never ended have left behind, in the database, in the store and on this disk, and
 * the files of projects deleted long ago.
 */
export const sweepFiles = async ({ db, clock, config }: Deps): Promise<void> => {
  const store = createFileStore(config)
  const before = new Date(clock.now().getTime() - ABANDONED_MS)
  await giveUpDeletedProjects({ db, clock })
  for (;;) {
    const rows = await db
      .selectFrom('files')
      .select(['id', 'project_id'])
      .where('state', '<>', 'stored')
      .where('changed_at', '<', before)
      .orderBy('changed_at')
      .limit(BATCH)
      .execute()
    for (const row of rows) await removeFile({ db, store, clock }, row.project_id, row.id)
    if (rows.length < BATCH) break
  }
  await removeArrivals(arrivalDir(config), before)
}

/** Marks the files of projects deleted long ago: the sweep that comes after the next hour removes them. */
const giveUpDeletedProjects = async ({ db, clock }: Pick<AppDeps, 'db' | 'clock'>): Promise<void> => {
  const now = clock.now()
  const longAgo = new Date(now.getTime() - DELETED_PROJECT_DAYS * 24 * 60 * 60_000)
  await db
    .updateTable('files')
    .set({ state: 'deleting', changed_at: now })
    .where('state', '=', 'stored')
    .where('project_id', 'in', (eb) => eb.selectFrom('projects').select('id').where('deleted_at', '<', longAgo))
    .execute()
}

/**
 * Takes away a file that is not, or no longer, to be had; nothing happens to a stored one. First the mark, so that an upload
 * under way cannot become one; then the bytes; then the row. Cut off anywhere, it is done again.
 */
export const removeFile = async (
  { db, store, clock }: Pick<AppDeps, 'db' | 'clock'> & { store: FileStore },
  projectID: string,
  id: string,
): Promise<void> => {
  const marked = await db
    .updateTable('files')
    .set({ state: 'deleting', changed_at: clock.now() })
    .where('id', '=', id)
    .where('state', '<>', 'stored')
    .executeTakeFirst()
  if (marked.numUpdatedRows === 0n) return
  await store.remove(storageKey(projectID, id))
  await db.deleteFrom('files').where('id', '=', id).where('state', '=', 'deleting').execute()
}

export const storageKey = (projectID: string, id: string): string => `${projectID}/${id}`

const removeArrivals = async (directory: string, before: Date): Promise<void> => {
  const names = await readdir(directory).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw error
  })
  for (const name of names) {
    const path = join(directory, name)
    const { mtime } = await stat(path).catch(() => ({ mtime: new Date() }))
    if (mtime < before) await rm(path, { force: true })
  }
}
