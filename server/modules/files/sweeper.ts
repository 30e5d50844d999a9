import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { AppDeps } from '#server/deps.ts'
import { arrivalDir, type FileStore, storageKey } from '#server/files/file-store.ts'
import * as repository from './repository.ts'

type Deps = Pick<AppDeps, 'db' | 'clock' | 'config' | 'store'>

/** Longer than any upload may take, so an older unfinished one belongs to a process that is gone. */
const ABANDONED_MS = 60 * 60_000
const BATCH = 100
/** Nobody can reach the files of a deleted project; for this many days an operator could still restore the project. */
export const DELETED_PROJECT_DAYS = 30

/**
 * Removes the leftovers of unfinished uploads and deletions from the database, the store and this disk, and the files
 * of projects that were deleted long ago.
 */
export const sweepFiles = async ({ db, clock, config, store }: Deps): Promise<void> => {
  const now = clock.now()
  const before = new Date(now.getTime() - ABANDONED_MS)
  const longAgo = new Date(now.getTime() - DELETED_PROJECT_DAYS * 24 * 60 * 60_000)
  // These files are only marked now; a sweep that runs an hour later or more removes them.
  await repository.markOfDeletedProjects(db, longAgo, now)
  for (;;) {
    const rows = await repository.findUnsettled(db, before, BATCH)
    for (const row of rows) await removeFile({ db, store, clock }, row.project_id, row.id)
    if (rows.length < BATCH) break
  }
  await removeArrivals(arrivalDir(config), before)
}

/**
 * Removes an unfinished or deleted file; a stored one stays. First the mark, so that an upload under way cannot
 * complete; then the bytes; then the row. An interrupted removal can be repeated.
 */
export const removeFile = async (
  { db, store, clock }: Pick<AppDeps, 'db' | 'clock'> & { store: FileStore },
  projectID: string,
  id: string,
): Promise<void> => {
  if (!(await repository.markAbandoned(db, id, clock.now()))) return
  await store.remove(storageKey(projectID, id))
  await repository.deleteMarked(db, id)
}

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
