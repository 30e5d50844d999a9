import { v7 as uuidv7 } from 'uuid'
import type { Task } from '#shared/contract/index.ts'
import { isManager } from '#shared/rules/membership.ts'
import { taskStatus } from '#shared/rules/statuses.ts'
import type { ReviewAct } from '#shared/rules/review.ts'
import { type TaskFields, whyNotChange } from '#shared/rules/task-changes.ts'
import { type AllFields, noMoreFields } from '#shared/rules/task-fields.ts'
import { accessOf, type MemberAccess, memberAccessOf } from '#server/access/access.ts'
import { holdAssignee } from '#server/access/locks.ts'
import { noteActivity } from '#server/access/members.ts'
import { requireMember } from '#server/access/policy.ts'
import { sessionIsValid } from '#server/access/session.ts'
import type { Config } from '#server/settings/config.ts'
import { type Tx, withTx } from '#server/db/pool.ts'
import type { AppDeps } from '#server/deps.ts'
import type { NewEvent } from '#server/events/record.ts'
import { conflict, forbidden, invalid, notFound, rateLimited, stale } from '#server/http/errors.ts'
import type { Caller, TokenClaims, Viewer } from '#server/http/handlers.ts'
import { counting, requireRepeat, requireWithin, waitAfter } from '#server/limits/limits.ts'
import { limitOf } from '#server/limits/limit-table.ts'
import { mailAtOnce, tell, tellOfNewTask } from '../notifications/service.ts'
import { type HandIn, type HandInKey, openRound, roundAfter, settleReview } from '../submissions/service.ts'
import { addLines } from '../reputation/service.ts'
import { addTask, moveOneOfMany } from './batches.ts'
import { eventsOf, linesOf } from './change-events.ts'
import { decideCredit, isStarted } from './credit.ts'
import { assignmentMail } from './mails.ts'
import {
  changesOfMore,
  type EditOfMore,
  mergeMore,
  moreOf,
  requireMayChange,
  requireReferences,
} from './more-fields.ts'
import type { Place } from './order-repository.ts'
import { rankAt } from './ordering.ts'
import * as repository from './repository.ts'
import type { TaskRow } from './repository.ts'

type Deps = Pick<AppDeps, 'db' | 'clock'>
export type CreatingDeps = Deps & { config: Pick<Config, 'taskLimit'> }

export const toTask = (row: TaskRow): Task => ({
  id: row.id,
  taskId: String(row.task_number),
  title: row.title,
  description: row.description,
  status: row.status,
  projectID: row.project_id,
  assignedToID: row.assigned_to_id,
  assignedToUsername: row.assigned_to_username,
  assignedToName: row.assigned_to_name,
  taskCreatedByUsername: row.created_by_username,
  createdAt: row.created_at.toISOString(),
  updatedAt: row.updated_at.toISOString(),
  version: row.version,
  dueOn: row.dueOn,
  priority: row.priority,
  labelIDs: row.labelIDs,
  estimateHours: row.estimate_hours,
  doneWhen: row.done_when,
  doneOf: row.doneOf,
  fileIDs: row.file_ids,
  blockedByIDs: row.blocked_by_ids,
  blockedBy: row.blockedBy,
  comments: row.comments,
  waitsSince: row.waitsSince,
  openRound: row.openRound,
  rank: row.rank,
  shown: row.shown,
})

/** One task. Errors: 404, also for a viewer who is not a member of its project. */
export const getTask = async ({ db }: Deps, viewer: Viewer, id: string): Promise<Task> => {
  const row = await repository.findTask(db, id, viewer.userID)
  if (!row) throw unknownTask()
  return toTask(row)
}

export type NewTask = {
  projectID: string
  title: string
  description: string
  status?: number | undefined
  assignedToID?: string | undefined
  idempotencyKey?: string | undefined
} & EditOfMore

/** Somebody who calls: a viewer, or a caller whose session has not been looked up. */
type Anybody = Viewer | Caller
const verified = (who: Anybody): Viewer | Promise<Viewer> => ('verify' in who ? who.verify() : who)

/**
 * Creates a task. Any member may; owner and admin may also create a completed one. Errors: 404; 403; 422 when the
 * assignee is not a member, or for labels, files and tasks of another project; 429 for too many tasks, or too many
 * given to others, in an hour.
 */
const createOnce = async (deps: CreatingDeps, who: Anybody, input: NewTask): Promise<Task> => {
  const { db, clock, config } = deps
  const { projectID, title, description, status = taskStatus.assigned, assignedToID: assigneeID = null } = input
  const more = mergeMore(noMoreFields, input)
  const setFields = changesOfMore(noMoreFields, more)
  // An unfinished task with nothing else needs no look at the creator's role, since any member may create it.
  const isPlain = assigneeID === null && status !== taskStatus.completed && setFields.length === 0
  const viewer = isPlain ? who : await verified(who)
  const member = isPlain ? null : await memberAccessOf(db, projectID, viewer.userID)
  if (member === undefined) throw await refusalToStranger(deps, viewer, projectID)
  if (member && status === taskStatus.completed && !isManager(member.role)) throw refusals.completed()
  if (member) requireMayChange(setFields, { role: member.role, isCreator: true, isAssignee: false })
  const now = clock.now()
  const limit = { ...limitOf('task', viewer.userID), limit: config.taskLimit }
  const task: repository.NewTask = {
    id: uuidv7(),
    eventID: uuidv7(),
    projectID,
    title,
    description,
    status,
    assigneeID,
    createdBy: viewer.userID,
    now,
    startedAt: isStarted(status) ? now : null,
    completedAt: status === taskStatus.completed ? now : null,
    more,
    key: input.idempotencyKey ?? null,
  }
  const insert = (tx: Tx) =>
    repository.insertTask(tx, task, { statement: counting(now, limit, sessionIsValid(viewer)), most: limit.limit })
  const add = async (tx: Tx | null) => {
    const { counted, added } = await (tx ? insert(tx) : addTask(db, { task, sessionID: viewer.sessionID, limit }))
    if (!counted) return undefined
    const wait = waitAfter(now, limit, counted)
    if (wait !== null) throw rateLimited(wait, limit.reason)
    return added
  }
  const row = isPlain
    ? await add(null)
    : await withTx(db, async (tx) => {
        if (assigneeID) await requireAssignee(tx, projectID, assigneeID)
        await requireReferences(tx, { projectID, taskID: task.id }, noMoreFields, more)
        const added = await add(tx)
        if (!added || !assigneeID) return added
        await tellOfNewTask(tx, now, { ...task, assigneeID })
        await announce(tx, viewer, task.id, assigneeID, now)
        return added
      })
  if (!row) throw await refusalToStranger(deps, await verified(who), projectID)
  await noteVisit(deps, viewer, projectID, row)
  return toTask(row)
}

/**
 * Creates a task as `createOnce` does. A repeat with the same person's key, even in parallel, returns the existing
 * task: the database refuses the second one, and only after an error is the first looked up. Errors: those of
 * `createOnce`; 409 when the first task is in Trash; 429 for too many repeats in an hour.
 */
export const createTask = async (deps: CreatingDeps, who: Anybody, input: NewTask): Promise<Task> => {
  const { projectID, idempotencyKey: key } = input
  if (key === undefined) return createOnce(deps, who, input)
  try {
    return await createOnce(deps, who, input)
  } catch (error) {
    const viewer = await verified(who)
    const earlier = await repository.findTaskByKey(deps.db, { projectID, userID: viewer.userID, key })
    if (!earlier) throw error
    await requireRepeat(deps, viewer.userID)
    if (earlier.isInTrash) throw conflict('CONFLICT', 'This task was created before, and is in Trash.')
    return getTask(deps, viewer, earlier.id)
  }
}

export type TaskEdit = Partial<{ [K in keyof TaskFields]: TaskFields[K] | undefined }> &
  EditOfMore & {
    version?: number | undefined
    /** The task's place in the column of its new status; at the top by default. */
    place?: Place | undefined
  }

/** How often the task is read again when others change it between our reading and writing. */
export const TRIES = 10
export const CHANGED_MEANWHILE = 'Somebody else has changed this task. Please look at it again.'

/**
 * Changes a task: only the given `version`, or, without one, last write wins field by field. Reputation changes in the
 * same transaction. Errors: 404; 403 for a change that the role does not allow; 409 with the newer task; 422 when the
 * assignee is not a member; 429 for too many tasks given to others in an hour.
 */
export const updateTask = async (deps: Deps, who: Anybody, id: string, edit: TaskEdit): Promise<Task> => {
  const { version, title, description, status, assignedToID, place } = edit
  const moved = await move(deps, who, id, edit)
  if (moved) return moved
  const viewer = await verified(who)
  return changeFound(deps, viewer, id, async (found) => {
    if (version !== undefined && version !== found.version) throw stale(CHANGED_MEANWHILE, toTask(found))
    const before = fieldsOf(found)
    const after: AllFields = {
      title: title ?? before.title,
      description: description ?? before.description,
      status: status ?? before.status,
      assignedToID: assignedToID === undefined ? before.assignedToID : assignedToID,
      ...mergeMore(before, edit),
    }
    const reason = whyNotChange(found.role, before, after)
    if (reason) throw refusals[reason]()
    requireMayChange(changesOfMore(before, after), standingTo(found, viewer))
    return { after, place }
  })
}

type TaskDecision = { after: AllFields; place?: Place | undefined; step?: ReviewStep }

/**
 * Changes a task to what `decide` returns, and decides again when somebody else has changed it in between. Errors: 404
 * for anybody but members, 409, those of `decide` and of the change itself.
 */
export const changeFound = async (
  deps: Deps,
  viewer: Viewer,
  id: string,
  decide: (found: FoundTask) => Promise<TaskDecision> | TaskDecision,
): Promise<Task> => {
  for (let tries = 0; tries < TRIES; tries++) {
    const found = await repository.findTask(deps.db, id, viewer.userID)
    if (!found) throw unknownTask()
    const decided = await decide(found)
    if (isSame(fieldsOf(found), decided.after)) return toTask(found)
    const saved = await save(deps, viewer, found, decided)
    if (!saved) continue
    await noteVisit(deps, viewer, found.project_id, found)
    return toTask(saved)
  }
  throw conflict('CONFLICT', 'Somebody else is changing this task. Please try again.')
}

type FoundTask = TaskRow & MemberAccess
export const standingTo = (found: FoundTask, { userID }: Viewer) => ({
  role: found.role,
  isCreator: found.created_by_id === userID,
  isAssignee: found.assigned_to_id === userID,
})

/**
 * The commonest change by far, in one statement: another status for an unfinished task. Undefined for any change that
 * needs more checks.
 */
const move = async (deps: Deps, who: TokenClaims, id: string, edit: TaskEdit): Promise<Task | undefined> => {
  const { version = null, status, ...fields } = edit
  if (status === undefined || status === taskStatus.completed) return undefined
  if (Object.values(fields).some((value) => value !== undefined)) return undefined
  const now = deps.clock.now()
  const startedAt = isStarted(status) ? now : null
  const row = await moveOneOfMany(deps.db, { id, eventID: uuidv7(), who, status, version, now, startedAt })
  if (!row) return undefined
  await noteVisit(deps, who, row.project_id, row)
  return toTask(row)
}

export const fieldsOf = (row: TaskRow): AllFields => ({
  title: row.title,
  description: row.description,
  status: row.status,
  assignedToID: row.assigned_to_id,
  ...moreOf(row),
})
const isSame = (a: AllFields, b: AllFields): boolean =>
  a.title === b.title &&
  a.description === b.description &&
  a.status === b.status &&
  a.assignedToID === b.assignedToID &&
  changesOfMore(a, b).length === 0

/** What a change is to the task's review, where the change alone does not say it. */
export type ReviewStep =
  { act: Exclude<ReviewAct, 'submit'>; text?: string } | { act: 'submit'; round: number; handIn: HandIn & HandInKey }

/**
 * Writes the change if the task is still as it was found; otherwise undefined. A review round that the change ends is
 * closed in the same transaction.
 */
export const save = (
  { db, clock }: Deps,
  viewer: Viewer,
  found: FoundTask,
  { after, place, step }: TaskDecision,
): Promise<TaskRow | undefined> => {
  const now = clock.now()
  const isCompleted = after.status === taskStatus.completed
  const change = {
    id: found.id,
    version: found.version,
    title: after.title,
    description: after.description,
    status: after.status,
    assigneeID: after.assignedToID,
    now,
    startedAt: found.started_at ?? (isStarted(after.status) ? now : null),
    completedAt: isCompleted ? (found.completed_at ?? now) : null,
    more: after,
    openRound: step?.act === 'submit' ? step.round : roundAfter(found, after),
  }
  const by = { userID: viewer.userID, role: found.role }
  const round = change.openRound === found.open_round ? null : (change.openRound ?? found.open_round)
  const newAssignee = after.assignedToID !== found.assigned_to_id ? after.assignedToID : null
  return withTx(db, async (tx) => {
    const credit = await decideCredit(tx, now, found, after, viewer.userID)
    if (newAssignee !== null) await requireAssignee(tx, found.project_id, newAssignee)
    await requireReferences(tx, { projectID: found.project_id, taskID: found.id }, fieldsOf(found), after)
    const column = { projectID: found.project_id, status: after.status, taskID: found.id }
    const rank = place ? await rankAt(tx, column, place) : null
    const saved = await repository.changeTask(tx, { ...change, credit: credit.after?.amount ?? 0 }, rank)
    if (!saved) return undefined
    const events = eventsOf(found, fieldsOf(found), after, viewer.userID, { round, isOverLimit: credit.isOverLimit })
    const ids = await tell(tx, now, ...events)
    const eventOf = (kind: NewEvent['kind']) => ids[events.findIndex((event) => event.kind === kind)] ?? ''
    await addLines(tx, now, linesOf(found, after, credit, eventOf))
    if (step?.act === 'submit')
      await openRound(tx, found, { ...step.handIn, round: step.round, by: viewer.userID, now })
    else await settleReview(tx, found, { after, by, now, ...step })
    if (newAssignee !== null) await announce(tx, viewer, found.id, newAssignee, now)
    return saved
  })
}

/**
 * Queues a mail to the new assignee, unless they took the task themselves; to be called last in a transaction. Errors: 429,
 * since each task given to others means a mail.
 */
const announce = async (tx: Tx, viewer: TokenClaims, taskID: string, userID: string, now: Date): Promise<void> => {
  if (userID === viewer.userID) return
  await requireWithin(tx, now, limitOf('assign', viewer.userID))
  const mail = [assignmentMail, { taskID, userID, byID: viewer.userID }] as const
  await mailAtOnce(tx, now, { from: viewer.userID, to: userID }, mail)
}

const requireAssignee = async (tx: Tx, projectID: string, userID: string): Promise<void> => {
  if (!(await holdAssignee(tx, projectID, userID)))
    throw invalid('assignedToID', 'Only members of the project can be assigned.')
}

export const unknownTask = () => notFound('Task not found')
const refusals = {
  completed: () => forbidden('Only admins and owners can move tasks to completed status, or out of it.'),
  description: () => forbidden('Only admins and owners can change a task’s description.'),
  assignee: () => forbidden('Only admins and owners can change a task’s assignee.'),
}

/** The error for a viewer who is not a member of the project. */
export const refusalToStranger = async ({ db }: Pick<Deps, 'db'>, viewer: TokenClaims, projectID: string) => {
  requireMember(await accessOf(db, projectID, viewer.userID))
  // The viewer became a member between the two queries.
  return conflict('CONFLICT', 'Please try again.')
}

/** Activity is shown in days, so it is not recorded again with each of a hundred moves. */
const VISIT_MS = 60 * 60 * 1000

/** Notes that a member was active in a project, at most once in VISIT_MS. */
export const noteVisit = async (
  { db, clock }: Deps,
  { userID }: TokenClaims,
  projectID: string,
  { last_active_at }: Pick<MemberAccess, 'last_active_at'>,
) => {
  const now = clock.now()
  if (last_active_at === null || now.getTime() - last_active_at.getTime() > VISIT_MS)
    await noteActivity(db, projectID, userID, now)
}
