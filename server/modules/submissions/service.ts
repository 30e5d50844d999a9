import type { ProjectRole, Submission } from '#shared/contract/index.ts'
import type { AiRule, AiUse } from '#shared/contract/task-offer.ts'
import { isManager } from '#shared/rules/membership.ts'
import { whyNotAiUse } from '#shared/rules/offer-terms.ts'
import {
  actOfChange,
  decideReview,
  type ReviewAct,
  type Reviewer,
  reviewerOf,
  type RoundState,
} from '#shared/rules/review.ts'
import type { DbOrTx, Tx } from '#server/db/pool.ts'
import type { AppDeps } from '#server/deps.ts'
import { forbidden, invalid, notFound } from '#server/http/errors.ts'
import type { Viewer } from '#server/http/handlers.ts'
import type { Input } from '#server/http/services.ts'
import { tell } from '../notifications/service.ts'
import * as repository from './repository.ts'
import type { SubmissionRow } from './repository.ts'

export const toSubmission = (row: SubmissionRow): Submission => ({
  id: row.id,
  taskID: row.task_id,
  round: row.round,
  state: row.state,
  authorID: row.author_id,
  authorUsername: row.author_username,
  authorName: row.author_name,
  note: row.note,
  links: row.links,
  files: row.files.map((file) => ({ ...file, isThere: row.kept_files.includes(file.id) })),
  remarks: row.remarks,
  aiUse: row.ai_use,
  createdAt: row.created_at.toISOString(),
  answeredByID: row.answered_by,
  answeredByUsername: row.answered_by_username,
  answeredByName: row.answered_by_name,
  answeredAt: row.answered_at?.toISOString() ?? null,
  answer: row.answer,
})

/** All rounds of a task, newest first. Errors: 404 for anybody but members of its project and its guest. */
const listSubmissions = async (
  { db }: Pick<AppDeps, 'db'>,
  { userID }: Viewer,
  { params }: Input<'submissions.list'>,
): Promise<Submission[]> => {
  const rounds = await repository.findRounds(db, params.id, userID)
  if (!rounds) throw notFound('Task not found')
  // A guest learns who has answered, not which member has moved or given away a task without a word.
  return rounds.map((row) => (row.is_answerer_known ? toSubmission(row) : unnamed(toSubmission(row))))
}
const unnamed = (round: Submission): Submission => ({
  ...round,
  ...{ answeredByID: null, answeredByUsername: null, answeredByName: null },
})

/** The rounds that were handed in under a claim, newest first. */
export const findRoundsOfClaim = async (db: DbOrTx, claimID: string): Promise<Submission[]> =>
  (await repository.findOfClaim(db, claimID)).map(toSubmission)

/** The same for the copy of who has lost the claim: an answer without words names nobody. */
export const findOwnRounds = async (db: DbOrTx, claimID: string): Promise<Submission[]> =>
  (await findRoundsOfClaim(db, claimID)).map((round) => (round.answer === '' ? unnamed(round) : round))

/** A task as a review needs it: as it was read, with the version that the change is based on. */
export type ReviewedTask = {
  id: string
  project_id: string
  status: number
  assigned_to_id: string | null
  open_round: number | null
}
/** Who acts, and their role in the task's project; the clock is nobody, and acts as an owner. */
export type Actor = { userID: string | null; role: ProjectRole }

const reviewer = async (db: DbOrTx, projectID: string, authorID: string | null, by: Actor): Promise<Reviewer> => {
  const isAuthor = by.userID !== null && by.userID === authorID
  const isAsked = isAuthor && isManager(by.role)
  const isOnlyManager = isAsked && by.userID !== null && (await repository.isOnlyManager(db, projectID, by.userID))
  return reviewerOf({ isAuthor, role: by.role, isOnlyManager })
}

/** What an act of this person does to a round (`decideReview`). `authorID` is the round's author, before a round the assignee. */
export const outcomeFor = async (
  db: DbOrTx,
  { projectID, authorID, state }: { projectID: string; authorID: string | null; state: RoundState },
  by: Actor,
  act: ReviewAct,
) => decideReview(state, await reviewer(db, projectID, authorID, by), act)

const refusals: Readonly<Partial<Record<ReviewAct, string>>> = {
  submit: 'Only the assignee can submit this.',
  accept: 'Only another owner or admin can accept a submission.',
  changes: 'Only another owner or admin can request changes.',
  withdraw: 'Only the person who submitted can withdraw it.',
  complete: 'Only another owner or admin can accept a submission.',
  moveBack: 'This task waits for review: only its assignee, owners and admins can move it.',
}
/** The 403 for an act that this person may never do. */
export const refusalOf = (act: ReviewAct) => forbidden(refusals[act])

export type Change = {
  after: { status: number; assignedToID: string | null; isDeleted?: boolean }
  by: Actor
  now: Date
  /** Which act of a review this is; by default what the change is to it, such as a drag back to In Progress. */
  act?: ReviewAct | undefined
  /** What is to be changed. */
  text?: string | undefined
}

/** The round that stays open over a change: its number, or null when none was open or the change closes it. */
export const roundAfter = (task: ReviewedTask, after: Change['after']): number | null =>
  task.open_round !== null && actOfChange({ status: task.status, assignedToID: task.assigned_to_id }, after) === null
    ? task.open_round
    : null

/**
 * Closes a task's open round, if any, when a change takes the task out of review, and notifies those concerned.
 * Everything that moves, reassigns or deletes a task calls this in its transaction, after setting `tasks.open_round` to
 * `roundAfter`; the trigger `tasks_settled_review` enforces that. Errors: 403 for a person who may not close it so,
 * such as another member.
 */
export const settleReview = async (tx: Tx, task: ReviewedTask, change: Change): Promise<void> => {
  const { after, by, now, text = '' } = change
  if (task.open_round === null) return
  const act = change.act ?? actOfChange({ status: task.status, assignedToID: task.assigned_to_id }, after)
  if (act === null) return
  // An open round's author is the assignee: giving the task to somebody else withdraws it.
  const about = { projectID: task.project_id, authorID: task.assigned_to_id, state: 'open' } as const
  const state = await outcomeFor(tx, about, by, act)
  if (state !== 'accepted' && state !== 'changes' && state !== 'withdrawn') throw refusalOf(act)
  const closing = { taskID: task.id, round: task.open_round, state, by: by.userID, answer: text, now }
  const closed = await repository.closeRound(tx, closing)
  await tell(tx, now, {
    kind: `submission.${state}`,
    actorID: by.userID,
    projectID: task.project_id,
    taskID: task.id,
    subjectID: closed.author_id,
    data: {
      submissionID: closed.id,
      round: task.open_round,
      ...(by.userID === null && { byClock: true as const }),
      ...(act === 'agree' && { byAgreement: true as const }),
    },
  })
}

export type HandIn = {
  note: string
  links: readonly string[]
  fileIDs: readonly string[]
  remarks: ReadonlyArray<{ lineID: string; remark: string }>
  aiUse?: AiUse | undefined
}
export type HandInKey = { key: string; requestHash: string }
/** The claim under which a round is handed in, by when it is to be reviewed, and what was agreed of generators; null without an offer. */
export type RoundOfClaim = { claimID: string | null; reviewBy: Date | null; aiRule: AiRule | null }

/**
 * Writes a new round with the present files and lines of 'Done when', and notifies owners and admins. The caller has
 * changed the task in this transaction, which keeps others from changing it. Errors: 422 for what the
 * offer does not take of generators, and for a file or a remark's line that does not exist.
 */
export const openRound = async (
  tx: Tx,
  task: ReviewedTask,
  {
    round,
    by,
    now,
    claimID,
    reviewBy,
    aiRule,
    ...handIn
  }: HandIn & HandInKey & RoundOfClaim & { round: number; by: string; now: Date },
): Promise<void> => {
  const aiUse = handIn.aiUse ?? null
  const whyNot = whyNotAiUse(aiRule, aiUse)
  if (whyNot !== null) throw invalid('aiUse', whyNot)
  const [files, lines] = await Promise.all([
    repository.findFiles(tx, task.project_id, [...new Set(handIn.fileIDs)]),
    repository.findLines(tx, task.id),
  ])
  if (files.length < new Set(handIn.fileIDs).size)
    throw invalid('fileIDs', 'A file is no longer in this project. Please take it out.')
  const remarkOf = new Map(handIn.remarks.map(({ lineID, remark }) => [lineID, remark]))
  if ([...remarkOf.keys()].some((lineID) => !lines.some(({ id }) => id === lineID)))
    throw invalid('remarks', "'Done when' has changed. Please look at the task again.")
  const remarks = lines.map(({ id, text, isDone }) => ({ text, isDone, remark: remarkOf.get(id) ?? '' }))
  const { note, links, key, requestHash } = handIn
  const about = { taskID: task.id, round, authorID: by, key, requestHash, claimID, reviewBy }
  const submissionID = await repository.insertRound(tx, { ...about, note, links, files, remarks, aiUse, now })
  await tell(tx, now, {
    kind: 'submission.submitted',
    actorID: by,
    projectID: task.project_id,
    taskID: task.id,
    subjectID: by,
    data: { submissionID, round },
  })
}

/** The calls that change a task with its submission are in the tasks module (`review`). */
export const submissions = { list: listSubmissions }

export {
  findByKey,
  findLastRound,
  findOverdueRounds,
  findRound,
  findRoundsToRemind,
  noteReminded,
} from './repository.ts'
