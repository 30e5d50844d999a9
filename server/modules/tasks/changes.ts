import { v7 as uuidv7 } from 'uuid'
import type { Task } from '#shared/contract/index.ts'
import type { NewOffer } from '#shared/contract/offers.ts'
import { isManager } from '#shared/rules/membership.ts'
import { taskStatus } from '#shared/rules/statuses.ts'
import { type TaskFields, whyNotChange } from '#shared/rules/task-changes.ts'
import { type AllFields, noMoreFields } from '#shared/rules/task-fields.ts'
import { accessOf, type MemberAccess, memberAccessOf } from '#server/access/access.ts'
import { noteActivity } from '#server/access/members.ts'
import type { Guest } from '#server/access/party.ts'
import { requireMember } from '#server/access/policy.ts'
import { sessionIsValid } from '#server/access/session.ts'
import type { Config } from '#server/settings/config.ts'
import { type DbOrTx, type Tx, withTx } from '#server/db/pool.ts'
import type { AppDeps } from '#server/deps.ts'
import { conflict, forbidden, notFound, rateLimited, stale } from '#server/http/errors.ts'
import type { Caller, TokenClaims, Viewer } from '#server/http/handlers.ts'
import { counting, requireRepeat, waitAfter } from '#server/limits/limits.ts'
import { limitOf } from '#server/limits/limit-table.ts'
import { holdForOffer, offerNewTask } from '../ledger/service.ts'
import { notifyOfNewTask } from '../notifications/service.ts'
import { addTask, moveOneOfMany } from './batches.ts'
import { isStarted } from './credit.ts'
import { holdStage } from './hold-stage.ts'
import { changesOfMore, type EditOfMore, mergeMore, requireMayChange, requireReferences } from './more-fields.ts'
import type { Place } from './order-repository.ts'
import { findGuestFacts, findTaskOfParty, type PartyTask } from './party-repository.ts'
import * as repository from './repository.ts'
import type { TaskRow } from './repository.ts'
import {
  announce,
  ClaimCame,
  fieldsOf,
  type FoundTask,
  requireAssignee,
  saveIn,
  type TaskDecision,
  TRIES,
} from './saving.ts'

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
  stageID: row.stageID,
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
  rewardCents: row.rewardCents,
  offer: row.offer,
})

/**
 * A task as this reader gets it. A guest reads what is to be done and for what, and of the project no label, stage or other
 * task, and no person of whom they read nothing else.
 */
export const taskFor = async (db: DbOrTx, row: TaskRow, userID: string, guest: Guest | null): Promise<Task> => {
  const task = toTask(row)
  if (guest === null) return task
  const { comments, isCreatorKnown } = await findGuestFacts(db, row, guest.since)
  const isOwn = task.assignedToID === userID
  return {
    ...task,
    ...(!isOwn && { assignedToID: null, assignedToUsername: null, assignedToName: null }),
    taskCreatedByUsername: isCreatorKnown ? task.taskCreatedByUsername : null,
    comments,
    labelIDs: [],
    stageID: null,
    blockedByIDs: [],
    blockedBy: [],
  }
}

/** One task, for members and its guest. Errors: 404 for anybody else. */
export const readTask = async ({ db }: Pick<Deps, 'db'>, { userID }: Viewer, id: string): Promise<Task> => {
  const row = await findTaskOfParty(db, id, userID)
  if (!row) throw unknownTask()
  return taskFor(db, row, userID, row.guest)
}

/** Refuses what a guest writes once the task is finished. Errors: 403. */
export const requireMayWrite = ({ guest }: { guest: Guest | null }): void => {
  if (guest?.isReadOnly) throw forbidden('This task is finished. You can read it, and write nothing more.')
}

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
  stageID?: number | null | undefined
  offer?: NewOffer | undefined
} & EditOfMore

/** Somebody who calls: a viewer, or a caller whose session has not been looked up. */
type Anybody = Viewer | Caller
const verified = (who: Anybody): Viewer | Promise<Viewer> => ('verify' in who ? who.verify() : who)

/**
 * Creates a task. Any member may; owner and admin may also create a completed one, and one with an offer, which is set in
 * the same transaction or nothing is created. Errors: 404; 403; 422 when the assignee is not a member, or for labels, files and
 * tasks of another project; those of `offers.set`; 429 for too many tasks, or too many given to others, in an hour.
 */
const createOnce = async (deps: CreatingDeps, who: Anybody, input: NewTask): Promise<Task> => {
  const { db, clock, config } = deps
  const { projectID, title, description, status = taskStatus.assigned } = input
  const { assignedToID: assigneeID = null, stageID = null, offer } = input
  const more = mergeMore(noMoreFields, input)
  const setFields = changesOfMore(noMoreFields, more)
  // An unfinished task with nothing else needs no look at the creator's role, since any member may create it.
  const isPlain =
    assigneeID === null &&
    status !== taskStatus.completed &&
    setFields.length === 0 &&
    stageID === null &&
    offer === undefined
  const known = isPlain ? undefined : await verified(who)
  const viewer = known ?? who
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
    stageID,
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
        if (offer) await holdForOffer(tx, projectID, viewer.userID)
        if (stageID !== null) await holdStage(tx, { projectID, status, stageID })
        if (assigneeID) await requireAssignee(tx, projectID, assigneeID)
        await requireReferences(tx, { projectID, taskID: task.id }, noMoreFields, more)
        const added = await add(tx)
        if (added && offer && known) await offerNewTask(tx, now, { viewer: known, taskID: task.id, offer })
        if (added && assigneeID) {
          await notifyOfNewTask(tx, now, { ...task, assigneeID })
          await announce(tx, viewer, task.id, assigneeID, now)
        }
        if (added) await noteVisit({ db: tx, clock }, viewer, projectID, added)
        return added
      })
  if (!row) throw await refusalToStranger(deps, known ?? (await verified(who)), projectID)
  if (isPlain) await noteVisit(deps, viewer, projectID, row)
  return offer && known ? getTask(deps, known, task.id) : toTask(row)
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
    place?: Place | 'top' | undefined
    /** A stage of the task's status, null for the first one. */
    stageID?: number | null | undefined
  }

export const CHANGED_MEANWHILE = 'Somebody else has changed this task. Please look at it again.'

/**
 * Changes a task: only the given `version`, or, without one, last write wins field by field. Reputation changes in the
 * same transaction. Errors: 404; 403 for a change that the role does not allow; 409 with the newer task; 422 when the
 * assignee is not a member; 429 for too many tasks given to others in an hour.
 */
export const updateTask = async (deps: Deps, who: Anybody, id: string, edit: TaskEdit): Promise<Task> => {
  const { version, title, description, status, assignedToID, stageID, place } = edit
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
    const isOtherStage = stageID !== undefined && stageID !== found.stageID
    if (isOtherStage && after.status === taskStatus.completed && !isManager(found.role)) throw refusals.completed()
    return { after, place, stageID }
  })
}

const findOfMember = async (...[db, id, userID]: Parameters<typeof repository.findTask>) => {
  const found = await repository.findTask(db, id, userID)
  return found && { ...found, guest: null }
}

/**
 * Changes a task to what `decide` returns, and decides again when somebody else has changed it in between. `find` says who may
 * know of the task: its members, unless it is `findTaskOfParty`. Errors: 404 for anybody else, 409, those of `decide` and of
 * the change itself.
 */
export const changeFound = async (
  deps: Deps,
  viewer: Viewer,
  id: string,
  decide: (found: PartyTask) => Promise<TaskDecision> | TaskDecision,
  find: typeof findTaskOfParty = findOfMember,
): Promise<Task> => {
  for (let tries = 0; tries < TRIES; tries++) {
    const found = await find(deps.db, id, viewer.userID)
    if (!found) throw unknownTask()
    const decided = await decide(found)
    const isInStage = decided.stageID === undefined || decided.stageID === found.stageID
    if (isInStage && isSame(fieldsOf(found), decided.after)) return taskFor(deps.db, found, viewer.userID, found.guest)
    const saved = await save(deps, viewer, found, decided)
    if (!saved) continue
    return taskFor(deps.db, saved, viewer.userID, found.guest)
  }
  throw conflict('CONFLICT', 'Somebody else is changing this task. Please try again.')
}

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

const isSame = (a: AllFields, b: AllFields): boolean =>
  a.title === b.title &&
  a.description === b.description &&
  a.status === b.status &&
  a.assignedToID === b.assignedToID &&
  changesOfMore(a, b).length === 0

/** Makes the change in a transaction of its own, by `saveIn`; undefined where it is to be decided again. */
export const save = (
  { db, clock }: Deps,
  viewer: Viewer,
  found: PartyTask,
  decision: TaskDecision,
): Promise<TaskRow | undefined> =>
  withTx(db, async (tx) => {
    const saved = await saveIn(tx, clock.now(), viewer, found, decision)
    if (saved && !found.guest) await noteVisit({ db: tx, clock }, viewer, found.project_id, found)
    return saved
  }).catch((error: unknown) => {
    if (error instanceof ClaimCame) return undefined
    throw error
  })

export const unknownTask = () => notFound('Task not found')
const refusals = {
  completed: () => forbidden('Only admins and owners can move tasks to completed status, or out of it.'),
  description: () => forbidden('Only owners and admins can change a task’s description.'),
  assignee: () => forbidden('Only owners and admins can change a task’s assignee.'),
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
  { db, clock }: Pick<Deps, 'clock'> & { db: DbOrTx },
  { userID }: TokenClaims,
  projectID: string,
  { last_active_at }: Pick<MemberAccess, 'last_active_at'>,
) => {
  const now = clock.now()
  if (last_active_at === null || now.getTime() - last_active_at.getTime() > VISIT_MS)
    await noteActivity(db, projectID, userID, now)
}
