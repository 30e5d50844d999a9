import type { Reviewed } from '#shared/contract/submissions.ts'
import { ROUNDS_MAX } from '#shared/contract/submissions.ts'
import { maySubmitFrom } from '#shared/rules/review.ts'
import { taskStatus } from '#shared/rules/statuses.ts'
import type { DbOrTx } from '#server/db/pool.ts'
import type { AppDeps } from '#server/deps.ts'
import { conflict, invalid, notFound, stale } from '#server/http/errors.ts'
import type { Viewer } from '#server/http/handlers.ts'
import type { Input } from '#server/http/services.ts'
import { hashOf } from '#server/http/request-hash.ts'
import { requireWithin } from '#server/limits/limits.ts'
import { limitOf } from '#server/limits/limit-table.ts'
import { findByKey, findLastRound, findRound, outcomeFor, refusalOf, toSubmission } from '../submissions/service.ts'
import { findTaskOfParty, type PartyTask } from './party-repository.ts'
import { requireMayWrite, save, taskFor, unknownTask } from './changes.ts'
import { fieldsOf, type ReviewStep, TRIES } from './saving.ts'

type Deps = Pick<AppDeps, 'db' | 'clock'>
type Act = 'submit' | 'withdraw' | 'accept' | 'changes'
/** Only members answer a round; its task's guest hands in and withdraws. */
const isForGuests = (act: Act): boolean => act === 'submit' || act === 'withdraw'

/** A round and its task, as they are now. Errors: 404. */
const readReviewed = async (db: DbOrTx, viewer: Viewer, taskID: string, round: number): Promise<Reviewed> => {
  const [task, row] = [await findTaskOfParty(db, taskID, viewer.userID), await findRound(db, taskID, round)]
  if (!task || !row) throw unknownTask()
  return { submission: toSubmission(row), task: await taskFor(db, task, viewer.userID, task.guest) }
}

/**
 * Decides on the task's present state and writes; repeats when somebody changes the task in between. `decide` returns
 * what to do, or a round that already answers the call.
 */
const change = async (
  deps: Deps,
  viewer: Viewer,
  { taskID, act }: { taskID: string; act: Act },
  decide: (task: PartyTask) => Promise<{ step: ReviewStep; status: number; round: number } | { round: number }>,
): Promise<Reviewed> => {
  for (let tries = 0; tries < TRIES; tries++) {
    const found = await findTaskOfParty(deps.db, taskID, viewer.userID)
    if (!found || (found.guest && !isForGuests(act))) throw unknownTask()
    requireMayWrite(found)
    const todo = await decide(found)
    if (!('step' in todo)) return readReviewed(deps.db, viewer, taskID, todo.round)
    const after = { ...fieldsOf(found), status: todo.status }
    if (!(await save(deps, viewer, found, { after, step: todo.step }))) continue
    return readReviewed(deps.db, viewer, taskID, todo.round)
  }
  throw conflict('CONFLICT', 'Somebody else is changing this task. Please try again.')
}

/**
 * Hands in a task. A repeat with its key returns the round that the first call made. Errors: 404; 403 for anybody but
 * the assignee, and once a guest's task is finished; 409 when a round is open, for a member's task that is neither In Progress nor Under Review, and for a key that
 * was used for something else; 422 for missing files and lines, and for what the offer does not take of generators; 429.
 */
const submitForReview = async (
  deps: Deps,
  viewer: Viewer,
  { params: { id: taskID }, body: { idempotencyKey: key, ...handIn } }: Input<'submissions.create'>,
): Promise<Reviewed> => {
  const requestHash = hashOf(handIn)
  let isCounted = false
  return change(deps, viewer, { taskID, act: 'submit' }, async (task) => {
    const newer = () => taskFor(deps.db, task, viewer.userID, task.guest)
    const earlier = await findByKey(deps.db, { taskID, authorID: viewer.userID, key })
    if (earlier && earlier.request_hash !== requestHash)
      throw conflict('CONFLICT', 'This idempotency key was used for another submission.')
    if (earlier) return { round: earlier.round }
    const about = {
      projectID: task.project_id,
      authorID: task.assigned_to_id,
      state: task.open_round === null ? ('none' as const) : ('open' as const),
    }
    const outcome = await outcomeFor(deps.db, about, { userID: viewer.userID, role: task.role }, 'submit')
    if (outcome === 'forbidden') throw refusalOf('submit')
    if (outcome === 'conflict') throw stale('This task is already waiting for review.', await newer())
    if (!maySubmitFrom(task.status, task.guest !== null))
      throw stale('Only a task that is In Progress or Under Review can be submitted.', await newer())
    // A guest's files are those of the task: they know no other file of the project.
    if (task.guest && handIn.fileIDs.some((id) => !task.file_ids.includes(id)))
      throw invalid('fileIDs', 'Attach a file to the task first.')
    const round = (await findLastRound(deps.db, taskID)) + 1
    if (round > ROUNDS_MAX) throw conflict('CONFLICT', `A task has at most ${ROUNDS_MAX} rounds of review.`)
    if (!isCounted) await requireWithin(deps.db, deps.clock.now(), limitOf('submit', viewer.userID))
    isCounted = true
    const step = { act: 'submit' as const, round, handIn: { ...handIn, key, requestHash } }
    return { step, status: taskStatus.underReview, round }
  })
}

const statusAfter = {
  accept: taskStatus.completed,
  changes: taskStatus.inProgress,
  withdraw: taskStatus.inProgress,
} as const
const closed: Readonly<Record<string, string>> = {
  accepted: 'This submission has been accepted.',
  changes: 'Changes to this submission have been requested.',
  withdrawn: 'This submission has been withdrawn.',
}

/**
 * Answers or withdraws a round. Errors: 404; 403 for a person who may never do that; 409 with round and task as they
 * are now (`Reviewed`) when the round is closed already.
 */
const answerRound = (
  deps: Deps,
  viewer: Viewer,
  { id: taskID, n: round }: { id: string; n: number },
  act: keyof typeof statusAfter & Act,
  text = '',
): Promise<Reviewed> =>
  change(deps, viewer, { taskID, act }, async (task) => {
    const row = await findRound(deps.db, taskID, round)
    if (!row) throw notFound('There is no such submission.')
    // Where another act comes between the reads of task and round, the task has another version, and is read again.
    const about = { projectID: task.project_id, authorID: row.author_id, state: row.state }
    const outcome = await outcomeFor(deps.db, about, { userID: viewer.userID, role: task.role }, act)
    if (outcome === 'forbidden') throw refusalOf(act)
    if (outcome === 'conflict') {
      const newer = await readReviewed(deps.db, viewer, taskID, round)
      throw stale(closed[newer.submission.state] ?? 'Somebody else has answered this submission.', newer)
    }
    return { step: { act, text }, status: statusAfter[act], round }
  })

/** The calls of submissions that change a task together with its review. */
export const submissionsInTasks = {
  create: submitForReview,
  accept: (deps: Deps, viewer: Viewer, { params }: Input<'submissions.accept'>) =>
    answerRound(deps, viewer, params, 'accept'),
  changes: (deps: Deps, viewer: Viewer, { params, body }: Input<'submissions.changes'>) =>
    answerRound(deps, viewer, params, 'changes', body.text),
  withdraw: (deps: Deps, viewer: Viewer, { params }: Input<'submissions.withdraw'>) =>
    answerRound(deps, viewer, params, 'withdraw'),
}
