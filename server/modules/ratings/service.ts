import type { Pagination } from '#shared/contract/index.ts'
import {
  OWN_RATINGS_MAX,
  type Rating,
  RATING_PAIRS,
  type RatingDue,
  type RatingSide,
} from '#shared/contract/ratings.ts'
import type { ReportPart } from '#shared/contract/reports.ts'
import { isManager } from '#shared/rules/membership.ts'
import { paginationOf } from '#shared/rules/pages.ts'
import { holdProjectToChange, sendLocks } from '#server/access/locks.ts'
import { type DbOrTx, type Tx, withTx } from '#server/db/pool.ts'
import type { AppDeps } from '#server/deps.ts'
import { record } from '#server/events/record.ts'
import { conflict, forbidden, invalid, notFound } from '#server/http/errors.ts'
import type { RequestContext, Viewer } from '#server/http/handlers.ts'
import { requireScope } from '#server/http/policies.ts'
import type { Input } from '#server/http/services.ts'
import { findClaim } from '../claims/service.ts'
import { tell } from '../notifications/service.ts'
import { requirePerson } from '../people/service.ts'
import * as repository from './repository.ts'
import type { DueRow, Marks, RatingRow, ShownRow } from './repository.ts'

/**
 * Reviews of workers and payers. A review is sealed until both sides have given theirs, or 14 days are over: all that gives,
 * changes or reveals one holds the project's row first, so neither side reads the other's before giving its own.
 */

type Deps = Pick<AppDeps, 'db' | 'clock'>
type Sent = Input<'ratings.change'>['body']

const nothingDue = () => conflict('CONFLICT', 'No review is due here.')
const unknownRating = () => notFound('There is no such review.')

/** The marks as they are kept. Errors: 422 for those of the other side. */
const marksOf = ({ again, clear, quality, fair, onTime, text = '' }: Sent, side: RatingSide): Marks => {
  const [own, other, name] = side === 'payer' ? [quality, fair, 'quality'] : [fair, quality, 'fair']
  if (own === undefined) throw invalid(name, 'Please choose 1 to 5.')
  if (other !== undefined) throw invalid(name === 'fair' ? 'quality' : 'fair', 'This is asked of the other side.')
  return { again: again === 'yes', clear, mark: own, on_time: onTime, text: text.trim() }
}

type Shown = Marks & { side: RatingSide }
const shownMarks = ({ again, clear, mark, on_time: onTime, side }: Shown) => ({
  again: again ? ('yes' as const) : ('no' as const),
  clear,
  quality: side === 'payer' ? mark : null,
  fair: side === 'worker' ? mark : null,
  onTime,
})
const toOwn = (row: Shown & { id: string; author_id: string }, userID: string) => ({
  ...{ id: row.id, ...shownMarks(row), text: row.text, isOwn: row.author_id === userID },
})

type Pair = { projectID: string; workerID: string | null; side: RatingSide }
/**
 * Of which pair and side the viewer gives a review. Errors: 404 for strangers; 403 for members without a part in it, and for a
 * manager's access token without the scope `manage`; 422 without claim and project.
 */
const pairOf = async (
  db: DbOrTx,
  { userID }: Viewer,
  { claimID, projectID, userID: worker }: Input<'ratings.give'>['body'],
  context: Pick<RequestContext, 'scopes'>,
): Promise<Pair> => {
  if ((claimID === undefined) === (projectID === undefined))
    throw invalid('claimID', 'Name either a claim or a project.')
  const claim = claimID === undefined ? undefined : await findClaim(db, claimID)
  const project = claim?.project_id ?? projectID
  if (project === undefined) throw notFound('There is no such claim.')
  const workerID = claim?.user_id ?? worker ?? null
  const role = await repository.findRole(db, project, userID)
  const isWorker = claim ? claim.user_id === userID : await repository.hasPart(db, project, userID)
  const isOfPayer = isManager(role) && workerID !== userID
  if (isWorker && !(isOfPayer && workerID !== null)) return { projectID: project, workerID: userID, side: 'worker' }
  if (role === null) throw notFound('There is no such project.')
  if (!isOfPayer) throw forbidden('You have no part in this.')
  requireScope(context, 'manage')
  return { projectID: project, workerID, side: 'payer' }
}

/** Tells both sides that they can read what was given. */
const tellRevealed = (tx: Tx, now: Date, due: DueRow, by: string | null) =>
  tell(tx, now, {
    ...{ kind: 'rating.revealed', actorID: by, projectID: due.project_id, subjectID: due.worker_id },
    data: { dueID: due.id },
  })

/**
 * Gives a review; the second of a pair lets everybody read both. Errors: 404, 403, 422 as `pairOf`; 422 for marks of the other
 * side; 409 when the viewer's role has changed since, where none is due, when the side has given one, and when the time is over.
 */
const give = (deps: Deps, viewer: Viewer, { body }: Input<'ratings.give'>, context: RequestContext) =>
  withTx(deps.db, async (tx) => {
    const known = await pairOf(tx, viewer, body, context)
    await holdProjectToChange(tx, known.projectID)
    const [{ workerID, side }, [due, another]] = await Promise.all([
      pairOf(tx, viewer, body, context),
      repository.findOpen(tx, known.projectID, known.workerID),
    ])
    // What is due was looked for by the pair of before the lock.
    if (workerID !== known.workerID || side !== known.side) throw conflict('CONFLICT', 'Please try again.')
    const now = deps.clock.now()
    if (!due || due.ends_at <= now) throw nothingDue()
    if (another) throw invalid('userID', 'Name who worked: several reviews are due here.')
    const marks = marksOf(body, side)
    const id = await repository.insertRating(tx, { due, side, author_id: viewer.userID, now, ...marks })
    if (id === undefined) throw conflict('CONFLICT', 'Your side has given this review.')
    const { userID } = viewer
    await record(tx, now, { kind: 'rating.given', actorID: userID, subjectID: userID, data: { ratingID: id } })
    // The other side's was there before.
    if (due.count === 1 && (await repository.reveal(tx, due.id, now))) await tellRevealed(tx, now, due, userID)
    return toOwn({ ...marks, id, side, author_id: userID }, userID)
  })

/** Errors: 404 for anybody but its author; 409 once both sides can read it; 422 for marks of the other side. */
const change = ({ db, clock }: Deps, { userID }: Viewer, { params: { id }, body }: Input<'ratings.change'>) =>
  withTx(db, async (tx) => {
    const find = async (): Promise<RatingRow> => {
      const row = await repository.findRating(tx, id)
      if (row?.author_id !== userID) throw unknownRating()
      return row
    }
    const { project_id: projectID, side } = await find()
    const marks = marksOf(body, side)
    await holdProjectToChange(tx, projectID)
    const row = await find()
    const now = clock.now()
    if (row.revealed_at !== null || row.ends_at <= now)
      throw conflict('CONFLICT', 'Both sides read this review by now.')
    await repository.changeRating(tx, id, marks, now)
    return toOwn({ ...row, ...marks }, userID)
  })

/** Whether a person, who manages the project or not, is of the side that the review is about. */
const isRated = ({ side, worker_id, rated_id }: RatingRow, userID: string, manages: boolean): boolean => {
  if (side === 'payer') return worker_id === userID
  // It shows in the creator's profile, also when the project is somebody else's by now.
  return worker_id !== userID && (rated_id === userID || manages)
}

/** Errors: 404 before both sides can read it; 403 for anybody but the rated side; 409 for a second answer. */
const answer = ({ db, clock }: Deps, viewer: Viewer, { params: { id }, body: { text } }: Input<'ratings.answer'>) =>
  withTx(db, async (tx): Promise<Rating> => {
    const { userID: by } = viewer
    const known = await repository.findRating(tx, id)
    if (!known || known.revealed_at === null) throw unknownRating()
    await sendLocks(tx, { projectID: known.project_id, isToChange: true, memberIDs: [by] })
    const [row, role] = await Promise.all([
      repository.findRating(tx, id),
      repository.findRole(tx, known.project_id, by),
    ])
    const manages = isManager(role)
    if (!row || !isRated(row, by, manages)) throw forbidden('Only the rated side answers a review.')
    if (row.answer !== null) throw conflict('CONFLICT', 'This review was answered.')
    const now = clock.now()
    await repository.answerRating(tx, id, { text: text.trim(), by, now })
    const about = { actorID: by, projectID: row.project_id, subjectID: row.worker_id }
    await tell(tx, now, { kind: 'rating.answered', ...about, data: { ratingID: id } })
    const shown = await repository.findShown(tx, id, by)
    if (!shown) throw unknownRating()
    return toRating(shown, viewer)
  })

/** What anybody but its author and administrators reads of a hidden review, or of a hidden answer. */
export const HIDDEN = 'Hidden by the administrators'
const toRating = (row: ShownRow, viewer: Viewer | null): Rating => {
  const isHidden = row.hidden_at !== null
  const isAnswerHidden = row.answer_hidden_at !== null
  const isOf = (authorID: string | null) => viewer !== null && (viewer.userID === authorID || viewer.isAdministrator)
  const mayRead = !isHidden || isOf(row.author_id)
  const mayReadAnswer = mayRead && (!isAnswerHidden || isOf(row.answered_by))
  return {
    ...{ id: row.id, side: row.side, ...shownMarks(row), isHidden, isAnswerHidden },
    author: row.username === null ? null : { username: row.username, name: row.name ?? '' },
    text: mayRead ? row.text : HIDDEN,
    answer: row.answer === null || mayReadAnswer ? row.answer : HIDDEN,
    isOwnAnswer: viewer !== null && row.answered_by === viewer.userID,
    mayAnswer: viewer !== null && row.answer === null && isRated(row, viewer.userID, row.manages),
    givenAt: row.created_at.toISOString(),
    project: row.shown_project === null ? null : { id: row.shown_project, title: row.title ?? '' },
  }
}

const rounded = (value: number) => Math.round(value * 100) / 100
const averageOf = (rows: readonly repository.AverageRow[], by: RatingSide) => {
  const row = rows.find(({ side }) => side === by)
  if (!row || row.pairs < RATING_PAIRS) return null
  const mark = rounded(row.mark)
  return {
    ...{ pairs: row.pairs, again: rounded(row.again), clear: rounded(row.clear), onTime: rounded(row.on_time) },
    ...{ quality: by === 'payer' ? mark : null, fair: by === 'worker' ? mark : null },
  }
}

/** What both sides can read about a person, newest first. Errors: 404. */
const ofPerson = async ({ db }: Deps, viewer: Viewer | null, { params, query: pages }: Input<'ratings.ofPerson'>) => {
  const { id } = await requirePerson(db, params.username)
  const [{ rows, total }, means] = await Promise.all([
    repository.findOfPerson(db, id, { ...pages, viewerID: viewer?.userID ?? null }),
    repository.findAverages(db, id),
  ])
  const pagination: Pagination = paginationOf(pages, total)
  return {
    data: rows.map((row) => toRating(row, viewer)),
    pagination,
    // A payer rates who works.
    averages: { worker: averageOf(means, 'payer'), payer: averageOf(means, 'worker') },
  }
}

/** What the viewer can give now. */
const own = async ({ db, clock }: Deps, { userID }: Viewer): Promise<RatingDue[]> => {
  const rows = await repository.findOwnDues(db, userID, clock.now(), OWN_RATINGS_MAX)
  return rows.map((row) => ({
    ...{ id: row.id, side: row.side, project: { id: row.project_id, title: row.title } },
    worker: row.side === 'worker' ? null : { id: row.worker_id, username: row.username, name: row.name },
    until: row.ends_at.toISOString(),
    given: row.own && toOwn({ ...row.own, side: row.side }, userID),
    isGiven: row.is_given,
  }))
}

type Hiding = { id: string; part: ReportPart; by: string }
/** Hides the texts of a review, or its answer, from all but their author and administrators; false where there is none, or it is hidden. */
export const hideRating = async (tx: Tx, now: Date, { id, part, by }: Hiding): Promise<boolean> => {
  const row = await repository.findRating(tx, id)
  if (!row || row.revealed_at === null || (part === 'answer' && row.answer === null)) return false
  if (!(await repository.setHidden(tx, id, part, now))) return false
  const about = { actorID: by, projectID: row.project_id, subjectID: row.worker_id }
  await tell(tx, now, { kind: 'rating.hidden', ...about, data: { ratingID: id } })
  return true
}

/** Shows a hidden review, or a hidden answer, again. */
export const showRating = (tx: Tx, id: string, part: ReportPart): Promise<boolean> =>
  repository.setHidden(tx, id, part, null)

export { runRatingClock } from './clock.ts'

export const ratings = { own, give, change, answer, ofPerson }
