import type { OpenTasksSum } from '#shared/contract/market.ts'
import type { OpenTask, OpenTaskPage, SavedTask } from '#shared/contract/open-tasks.ts'
import { SAVED_TASKS_MAX } from '#shared/contract/open-tasks.ts'
import { NEW_HITS_MAX, type TaskSearch } from '#shared/contract/saved.ts'
import { tierOf, tiersUpTo } from '#shared/rules/tiers.ts'
import { holdSavedTasks } from '#server/access/locks.ts'
import { type DbOrTx, withTx } from '#server/db/pool.ts'
import { foldTexts, wordsOf } from '#server/db/text-search.ts'
import type { AppDeps } from '#server/deps.ts'
import { conflict, notFound } from '#server/http/errors.ts'
import type { Viewer } from '#server/http/handlers.ts'
import type { Input } from '#server/http/services.ts'
import { requireSearch, type SearchDeps } from '#server/limits/limits.ts'
import { whyNotAll } from '../claims/service.ts'
import { guessSpellings, sumOpenTasks } from '../projects/service.ts'
import { payersOfProjects } from '../records/service.ts'
import { type OpenTaskCursor, readCursor, writeCursor } from './cursor.ts'
import * as repository from './repository.ts'
import type { OfferedTaskRow, OpenTaskFilter, OpenTaskPlace } from './repository.ts'
import { toOpenTask, toPage, toSavedTask } from './shapes.ts'

/**
 * Open tasks: tasks with an offer that nobody has. The table `open_tasks` lists them; the triggers `offers_opened`,
 * `claims_opened`, `tasks_opened` and `projects_opened` keep it, and `open_tasks_words_inserted` and
 * `open_tasks_words_updated` enter the words that a search may guess. Who may take one is the rule of the claims module.
 */

type Deps = Pick<AppDeps, 'db' | 'clock'>
type ListQuery = Input<'openTasks.list'>['query']
type OpenTaskList = { data: OpenTask[]; nextCursor: string | null; ofProject: OpenTasksSum | null }

/** Tasks that are looked at to find those for one person, and how often, before a page ends with fewer than asked for. */
const LOOKED_AT = 100
const LOOKS_MAX = 10

/** The rows with what the viewer may do, in the order of the IDs; those that the viewer may not read are left out. */
const answersOf = async ({ db, clock }: Deps, viewer: Viewer, ids: readonly string[]) => {
  const found = await repository.findOffered(db, ids, viewer.userID)
  const byID = new Map(found.map((row) => [row.id, row]))
  const rows = ids.flatMap((id) => byID.get(id) ?? [])
  const asked = rows.map((row) => ({ task: row, offer: row, act: row.mode }))
  const answers = await whyNotAll(db, asked, { userID: viewer.userID, now: clock.now() })
  return rows.flatMap((row, at) => {
    const answer = answers[at]
    return answer ? [{ row, answer }] : []
  })
}
type Answered = { row: OfferedTaskRow } & Pick<Awaited<ReturnType<typeof answersOf>>[number], 'answer'>

/** The same tasks, each with how the person who made its project pays. */
const withPayers = async <T extends Pick<OpenTask, 'project'>>({ db, clock }: Deps, tasks: readonly T[]) => {
  const payers = await payersOfProjects(
    db,
    tasks.map(({ project }) => project.id),
    clock.now(),
  )
  return tasks.map((task) => ({ ...task, payerRecord: payers.get(task.project.id) ?? null }))
}

type Found = { place: OpenTaskPlace; isOther: boolean }
/** The next places of the list: behind the rewards of one currency come those of the others. */
const findNext = async (
  db: DbOrTx,
  filter: OpenTaskFilter,
  { sort, isOther, after }: OpenTaskCursor,
  limit: number,
): Promise<Found[]> => {
  const places = await repository.findPlaces(db, filter, { sort, isOther, after, limit })
  const found = places.map((place) => ({ place, isOther }))
  if (found.length === limit || sort !== 'reward' || isOther || filter.minCents !== null) return found
  const others = await repository.findPlaces(db, filter, {
    ...{ sort, isOther: true, after: null },
    limit: limit - found.length,
  })
  return [...found, ...others.map((place) => ({ place, isOther: true }))]
}

type Page = { answered: Answered[]; next: OpenTaskCursor | null }

const pageOf = async (deps: Deps, viewer: Viewer, filter: OpenTaskFilter, from: OpenTaskCursor, limit: number) => {
  const found = await findNext(deps.db, filter, from, limit + 1)
  const shown = found.slice(0, limit)
  const answered = await answersOf(
    deps,
    viewer,
    shown.map(({ place }) => place.id),
  )
  const last = found.length > limit ? shown.at(-1) : undefined
  return { answered, next: last ? { ...from, isOther: last.isOther, after: last.place } : null }
}

/** A page of the tasks that the viewer may take: the rule decides about each, so more are read than are shown. */
const pageForViewer = async (
  deps: Deps,
  viewer: Viewer,
  filter: OpenTaskFilter,
  { from, limit }: { from: OpenTaskCursor; limit: number },
): Promise<Page> => {
  const answered: Answered[] = []
  let cursor = from
  for (let looks = 0; looks < LOOKS_MAX; looks++) {
    const found = await findNext(deps.db, filter, cursor, LOOKED_AT)
    const places = new Map(found.map((one) => [one.place.id, one]))
    const all = await answersOf(deps, viewer, [...places.keys()])
    for (const one of all) {
      if (one.answer.why !== null) continue
      if (answered.length === limit) {
        const last = places.get(answered.at(-1)?.row.id ?? '')
        return { answered, next: last ? { ...cursor, isOther: last.isOther, after: last.place } : cursor }
      }
      answered.push(one)
    }
    const last = found.at(-1)
    // Somebody who may take no more tasks at all may take none of the others, either.
    const isAtCap = all.some(({ row, answer }) => row.mode === 'claim' && answer.why?.reason === 'cap')
    if (found.length < LOOKED_AT || !last || isAtCap) return { answered, next: null }
    cursor = { ...cursor, isOther: last.isOther, after: last.place }
    if (answered.length === limit) return { answered, next: cursor }
  }
  return { answered, next: cursor }
}

type TaskQuestion = Omit<ListQuery, 'forMe' | 'sort' | 'cursor' | 'limit'> & { isForMe: boolean }
const filterOf = async (db: DbOrTx, viewerID: string, asked: TaskQuestion): Promise<OpenTaskFilter> => {
  const { q, skill, minCents, currency, maxHours, mode, projectID, isForMe } = asked
  const [words, [folded = null], taker] = await Promise.all([
    q ? wordsOf(db, q) : [],
    skill ? foldTexts(db, [skill]) : [null],
    isForMe ? repository.findTaker(db, viewerID) : null,
  ])
  return {
    ...{ viewerID, skill: folded, currency: currency ?? 'USD', words: words.map((word) => [word]) },
    ...{ minCents: minCents ?? null, maxHours: maxHours ?? null, mode: mode ?? null, projectID: projectID ?? null },
    forMe: taker ? { skills: taker.skills, tiers: tiersUpTo(tierOf(taker)) } : null,
  }
}

/**
 * A page of open tasks. A search takes its words literally, and tries likely spellings only when nothing has them.
 * Errors: 422 for a cursor that is not of this list, 429 for too many searches.
 */
const listOpenTasks = async (
  deps: SearchDeps,
  viewer: Viewer,
  { query }: Input<'openTasks.list'>,
): Promise<OpenTaskList> => {
  const { db } = deps
  const { q, sort = 'newest', cursor, limit } = query
  const begin: OpenTaskCursor = { sort, isOther: false, isGuessed: false, after: null }
  const from = cursor === undefined ? begin : readCursor(cursor, sort)
  if (q) await requireSearch(deps, viewer.userID)
  const filter = await filterOf(db, viewer.userID, { ...query, isForMe: query.forMe === 'true' })
  const read = (asked: OpenTaskFilter, at: OpenTaskCursor): Promise<Page> =>
    asked.forMe ? pageForViewer(deps, viewer, asked, { from: at, limit }) : pageOf(deps, viewer, asked, at, limit)
  const guess = async (): Promise<OpenTaskFilter | null> => {
    const words = await guessSpellings(
      db,
      filter.words.flatMap(([word]) => word ?? []),
    )
    return words && { ...filter, words }
  }
  const isGuessed = from.isGuessed
  let page = await read((isGuessed ? await guess() : null) ?? filter, from)
  if (q && cursor === undefined && page.answered.length === 0 && page.next === null) {
    const guessed = await guess()
    if (guessed) page = await read(guessed, { ...from, isGuessed: true })
  }
  return {
    data: await withPayers(
      deps,
      page.answered.map(({ row, answer }) => toOpenTask(row, answer)),
    ),
    nextCursor: page.next && writeCursor(page.next),
    ofProject: query.projectID === undefined ? null : await sumOpenTasks(db, query.projectID, viewer.userID),
  }
}

/**
 * How many of the newest open tasks fit each search and were offered after `since`, in the order of the searches; counts
 * up to NEW_HITS_MAX. Tasks of the viewer's own projects are left out.
 */
export const countNewTasks = async (
  deps: Deps,
  viewer: Viewer,
  asked: ReadonlyArray<{ search: TaskSearch; since: Date }>,
): Promise<number[]> => {
  const counts: number[] = []
  for (const { search, since } of asked) {
    const { forMe, ...rest } = search
    const filter = await filterOf(deps.db, viewer.userID, { ...rest, isForMe: forMe === true })
    const ids = await repository.findOfferedSince(deps.db, filter, { since, limit: NEW_HITS_MAX })
    const fitting = forMe ? (await answersOf(deps, viewer, ids)).filter(({ answer }) => answer.why === null) : ids
    counts.push(fitting.length)
  }
  return counts
}

const unknownTask = () => notFound('This task is gone, or it is not open to you.')

/** One task with an offer. Errors: 404, also for a task for members to anybody else. */
const getOpenTask = async (
  deps: Deps,
  viewer: Viewer,
  { params: { id } }: Input<'openTasks.get'>,
): Promise<OpenTaskPage> => {
  const [found] = await answersOf(deps, viewer, [id])
  if (!found) throw unknownTask()
  const [page] = await withPayers(deps, [toPage(found.row, found.answer)])
  return page ?? toPage(found.row, found.answer)
}

export const openTasks = { list: listOpenTasks, get: getOpenTask }

/** The saved tasks that are still there, the last one first. */
const listSaved = async (deps: Deps, viewer: Viewer): Promise<SavedTask[]> => {
  const ids = await repository.findSaved(deps.db, viewer.userID)
  const saved = (await answersOf(deps, viewer, ids)).map(({ row, answer }) => toSavedTask(row, answer))
  return withPayers(deps, saved)
}

/** Errors: 404 for a task that the viewer may not read; 409 when they have saved as many as one person may. */
const saveTask = async ({ db, clock }: Deps, { userID }: Viewer, { params: { id } }: Input<'savedTasks.add'>) => {
  const isSaved = await withTx(db, async (tx) => {
    await holdSavedTasks(tx, userID)
    const kept = await repository.findSaved(tx, userID)
    const there = new Set((await repository.findOffered(tx, [...kept, id], userID)).map((row) => row.id))
    if (!there.has(id)) throw unknownTask()
    // What is gone has left the list, and counts no more.
    const gone = kept.filter((one) => !there.has(one))
    if (gone.length > 0) await repository.deleteSaved(tx, userID, gone)
    return repository.insertSaved(tx, { userID, taskID: id, now: clock.now(), max: SAVED_TASKS_MAX })
  })
  if (!isSaved) throw conflict('CONFLICT', `You can save at most ${SAVED_TASKS_MAX} tasks.`)
  return { message: 'Saved' }
}

/** Leaves no trace of the task among the saved ones, whether or not it was there. */
const removeSaved = async ({ db }: Deps, { userID }: Viewer, { params: { id } }: Input<'savedTasks.remove'>) => {
  await repository.deleteSaved(db, userID, [id])
  return { message: 'Removed from your saved tasks' }
}

export const savedTasks = { list: listSaved, add: saveTask, remove: removeSaved }

export { countOpen as countOpenTasks } from './repository.ts'
