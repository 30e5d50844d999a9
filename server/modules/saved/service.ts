import { v7 as uuidv7 } from 'uuid'
import { z } from 'zod'
import {
  type MarketSearch,
  marketSearch,
  SAVED_PROJECTS_MAX,
  type SavedSearch,
  SAVED_SEARCHES_MAX,
  type TaskSearch,
  taskSearch,
} from '#shared/contract/saved.ts'
import { accessOf } from '#server/access/access.ts'
import { holdSavedProjects } from '#server/access/locks.ts'
import { requireVisible } from '#server/access/policy.ts'
import { withTx } from '#server/db/pool.ts'
import type { AppDeps } from '#server/deps.ts'
import { conflict, notFound } from '#server/http/errors.ts'
import type { Viewer } from '#server/http/handlers.ts'
import type { Input } from '#server/http/services.ts'
import { requireSearch, type SearchDeps } from '#server/limits/limits.ts'
import { countNewTasks } from '../open-tasks/service.ts'
import { countNewHits } from '../projects/service.ts'
import {
  deleteSaved,
  deleteSearch,
  findSaved,
  findSearches,
  insertSaved,
  insertSearch,
  type SearchRow,
  updateSearchRow,
} from './repository.ts'

type Deps = Pick<AppDeps, 'db' | 'clock'>

/** The IDs of the projects that the viewer has saved, the one saved last first. */
const listSaved = ({ db }: Deps, { userID }: Viewer): Promise<string[]> => findSaved(db, userID)

/** Errors: 404 when the viewer may not know of the project, 409 when they have saved as many as one person may. */
const saveProject = async ({ db, clock }: Deps, { userID }: Viewer, { params }: Input<'savedProjects.add'>) => {
  const projectID = params.id
  requireVisible(await accessOf(db, projectID, userID))
  const isSaved = await withTx(db, async (tx) => {
    await holdSavedProjects(tx, userID)
    return insertSaved(tx, { userID, projectID, now: clock.now(), max: SAVED_PROJECTS_MAX })
  })
  if (!isSaved) throw conflict('CONFLICT', `You can save at most ${SAVED_PROJECTS_MAX} projects.`)
  return { message: 'Saved' }
}

/** Leaves no trace of the project among the saved ones, whether or not it was there. */
const removeSaved = async ({ db }: Deps, { userID }: Viewer, { params }: Input<'savedProjects.remove'>) => {
  await deleteSaved(db, userID, params.id)
  return { message: 'Removed from your saved projects' }
}

export const savedProjects = { list: listSaved, add: saveProject, remove: removeSaved }

const toSearch = ({ id, name, search, created_at, seen_at }: SearchRow, newHits: number): SavedSearch => ({
  id,
  name,
  search: searchOf(search),
  tasks: tasksOf(search),
  createdAt: created_at.toISOString(),
  seenAt: seen_at.toISOString(),
  newHits,
})
/** A search that a later release has saved may have more than this one knows; what is known is looked for. */
const searchOf = (stored: unknown): MarketSearch => marketSearch.strip().safeParse(stored).data ?? {}
const storedTasks = z.object({ tasks: taskSearch.strip().catch({}) })
/** Null for a search of projects. */
const tasksOf = (stored: unknown): TaskSearch | null => storedTasks.safeParse(stored).data?.tasks ?? null

/**
 * The viewer's saved searches of projects or open tasks, by name, each with the number of what is new in it.
 * Errors: 429, because it searches.
 */
const listSearches = async (
  deps: SearchDeps,
  viewer: Viewer,
  { query: { kind } }: Input<'savedSearches.list'>,
): Promise<SavedSearch[]> => {
  const { db, clock } = deps
  const rows = await findSearches(db, viewer.userID, kind)
  if (rows.length > 0) await requireSearch(deps, viewer.userID)
  const counts =
    kind === 'tasks'
      ? await countNewTasks(
          { db, clock },
          viewer,
          rows.map(({ search, seen_at }) => ({ search: tasksOf(search) ?? {}, since: seen_at })),
        )
      : await countNewHits(
          { db, clock },
          viewer.userID,
          rows.map(({ search, seen_at }) => ({ search: searchOf(search), since: seen_at })),
        )
  return rows.map((row, at) => toSearch(row, counts[at] ?? 0))
}

/** Errors: 409 when the viewer has as many as one person may. */
const createSearch = async (
  { db, clock }: Deps,
  { userID }: Viewer,
  { body: { name, search, tasks } }: Input<'savedSearches.create'>,
): Promise<SavedSearch> => {
  const row = await insertSearch(db, {
    ...{ id: uuidv7(), userID, name, now: clock.now(), max: SAVED_SEARCHES_MAX },
    search: tasks ? { tasks } : search,
  })
  if (row) return toSearch(row, 0)
  throw conflict('CONFLICT', `You have ${SAVED_SEARCHES_MAX} saved searches. Delete one to save another.`)
}

/** Errors: 404 for a search that is not the viewer's. */
const updateSearch = async (
  { db, clock }: Deps,
  { userID }: Viewer,
  { params: { id }, body: { name, isSeen } }: Input<'savedSearches.update'>,
) => {
  const change = { name, seen_at: isSeen && clock.now() }
  if (!(await updateSearchRow(db, { id, userID }, change))) throw notFound()
  return { message: 'The search was changed' }
}

/** Errors: 404 for a search that is not the viewer's. */
const removeSearch = async ({ db }: Deps, { userID }: Viewer, { params }: Input<'savedSearches.remove'>) => {
  if (!(await deleteSearch(db, { id: params.id, userID }))) throw notFound()
  return { message: 'The search was deleted' }
}

export const savedSearches = { list: listSearches, create: createSearch, update: updateSearch, remove: removeSearch }
