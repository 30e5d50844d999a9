import { type RawBuilder, sql } from 'kysely'
import type { EventStage } from '#shared/contract/events/event.ts'
import { type DoneWhenLine, type TaskOffer, taskPriorities } from '#shared/contract/index.ts'
import { taskStatus } from '#shared/rules/statuses.ts'
import type { MoreFields } from '#shared/rules/task-fields.ts'
import type { MemberAccess } from '#server/access/access.ts'
import { boardColumns, type BoardColumns } from '#server/access/board-columns.ts'
import { type DbOrTx, send, type Tx } from '#server/db/pool.ts'
import { prepared } from '#server/db/prepared.ts'
import { recorded, recording } from '#server/events/record.ts'
import { offerColumn } from './offer-repository.ts'

export type TaskRow = BoardColumns & {
  id: string
  task_number: number
  title: string
  description: string
  status: number
  project_id: string
  assigned_to_id: string | null
  assigned_to_username: string | null
  assigned_to_name: string | null
  created_by_id: string | null
  created_by_username: string | null
  created_at: Date
  updated_at: Date
  version: number
  started_at: Date | null
  completed_at: Date | null
  /** What it has given its assignee. */
  credited_reputation: number
  /** Such a task never gives reputation. */
  created_completed: boolean
  estimate_hours: number | null
  done_when: DoneWhenLine[]
  file_ids: string[]
  blocked_by_ids: string[]
  /** The round of a review that waits for its answer; null when none does. */
  open_round: number | null
  offer: TaskOffer | null
}

/** `t` is the task, `a` its assignee, `c` its creator. */
export const columns = sql`t.id, t.task_number, t.title, t.description, t.status, t.project_id, t.assigned_to_id,
  a.username as assigned_to_username, nullif(a.name, '') as assigned_to_name, t.created_by_id, c.username as created_by_username, t.created_at, t.updated_at, t.version,
  t.started_at, t.completed_at, t.credited_reputation, t.created_completed, t.estimate_hours::float8 as estimate_hours, t.done_when, t.file_ids,
  t.blocked_by_ids, t.open_round, ${offerColumn}, ${boardColumns}`
export const people = sql`left join users a on a.id = t.assigned_to_id left join users c on c.id = t.created_by_id`

/** The stage in which the task `t` is, as events tell of it; null where its status has none. */
export const stageNow = sql<EventStage | null>`(
  select jsonb_build_object('id', s.id, 'name', s.name) from project_stages s
  where s.project_id = t.project_id and s.status = t.status and (t.stage_id is null or s.id = t.stage_id)
  order by s.place limit 1)`

/** A task as a member of its project sees it, and their access; undefined for anybody else. */
export const findTask = async (
  db: DbOrTx,
  id: string,
  userID: string,
): Promise<(TaskRow & MemberAccess) | undefined> => {
  const { rows } = await sql<TaskRow & MemberAccess>`${prepared}
    select ${columns}, m.role, m.last_active_at, p.tier
    from tasks t join projects p on p.id = t.project_id
      join memberships m on m.project_id = t.project_id and m.user_id = ${userID} ${people}
    where t.id = ${id} and t.deleted_at is null and p.deleted_at is null`.execute(db)
  return rows[0]
}

/** The task of the project that a person has created under this key, also when it is in Trash. */
export const findTaskByKey = async (
  db: DbOrTx,
  { projectID, userID, key }: { projectID: string; userID: string; key: string },
): Promise<{ id: string; isInTrash: boolean } | undefined> => {
  const { rows } = await sql<{ id: string; isInTrash: boolean }>`
    select t.id, t.deleted_at is not null as "isInTrash" from tasks t
    where t.project_id = ${projectID} and t.created_by_id = ${userID} and t.idempotency_key = ${key}`.execute(db)
  return rows[0]
}

/** These tasks, in any order, without those that are gone or in Trash. */
export const findTasks = async (db: DbOrTx, ids: readonly string[]): Promise<TaskRow[]> => {
  const { rows } = await sql<TaskRow>`
    select ${columns} from tasks t ${people} where t.id = any(${ids}::uuid[]) and t.deleted_at is null`.execute(db)
  return rows
}

export type NewTask = {
  id: string
  /** The ID of the event that tells of it. */
  eventID: string
  projectID: string
  title: string
  description: string
  status: number
  assigneeID: string | null
  createdBy: string
  now: Date
  startedAt: Date | null
  completedAt: Date | null
  more: MoreFields
  stageID: number | null
  /** The creator's own name for it, under which there is one task at most; null when it was sent without. */
  key: string | null
}

/** The values of these fields, in the order of `moreColumns`. */
const moreValues = ({ dueOn, priority, estimateHours, labelIDs, fileIDs, blockedByIDs, doneWhen }: MoreFields) => [
  sql`${dueOn}::date`,
  sql`${taskPriorities.indexOf(priority)}::smallint`,
  sql`${estimateHours}::numeric`,
  sql`${labelIDs}::smallint[]`,
  sql`${fileIDs}::uuid[]`,
  sql`${blockedByIDs}::uuid[]`,
  sql`${JSON.stringify(doneWhen)}::jsonb`,
]
const moreColumns = sql.raw('due_on, priority, estimate_hours, label_ids, file_ids, blocked_by_ids, done_when')

type LimitCount = { count: number; expires_at: Date }
/** The statement that counts one more task under its creator's limit, and the most tasks that the limit allows. */
type LimitStatement = { statement: RawBuilder<LimitCount>; most: number }
/** What became of a new task. */
export type InsertResult = { counted: LimitCount | undefined; added: (TaskRow & MemberAccess) | undefined }

const created = ({ eventID, createdBy, assigneeID, status, now }: NewTask) =>
  recording(
    {
      id: eventID,
      kind: 'task.created',
      actorID: createdBy,
      projectID: sql`project_id`,
      taskID: sql`id`,
      subjectID: sql`${assigneeID}::uuid`,
      data: sql`jsonb_strip_nulls(jsonb_build_object('status', ${status}::integer, 'stage', ${stageNow}))`,
      now,
    },
    sql`t`,
  )

/**
 * Adds a task under the project's next number if the creator is a member and within their limit, under which it counts.
 * Returns the creator's access and the count (missing where the statement counts nothing). One statement, so numbers
 * have no gaps or duplicates, and the membership cannot end between check and insert. Errors: a unique violation, with
 * nothing written or counted, when the creator already has a task of that key in the project.
 */
export const insertTask = async (db: DbOrTx, task: NewTask, counting: LimitStatement): Promise<InsertResult> => {
  const { rows } = await sql<LimitCount & (TaskRow | { id: null }) & MemberAccess>`${prepared}
    with counted as (${counting.statement}), creator as (
      select m.role, m.last_active_at, p.tier from memberships m join projects p on p.id = m.project_id
      where m.project_id = ${task.projectID} and m.user_id = ${task.createdBy} and p.deleted_at is null
        and (select count from counted) <= ${counting.most}
    ), number as (
      insert into task_counters as counter (project_id, last_task_number)
      select ${task.projectID}::uuid, (select coalesce(max(task_number), 0) + 1 from tasks where project_id = ${task.projectID}) from creator
      on conflict (project_id) do update set last_task_number = counter.last_task_number + 1
      returning last_task_number
    ), t as (
      insert into tasks (id, project_id, task_number, title, description, status, assigned_to_id, created_by_id,
        created_at, updated_at, started_at, completed_at, created_completed, idempotency_key, stage_id, ${moreColumns})
      select ${task.id}, ${task.projectID}, last_task_number, ${task.title}, ${task.description}, ${task.status}::smallint,
        ${task.assigneeID}::uuid, ${task.createdBy}, ${task.now}::timestamptz, ${task.now}::timestamptz,
        ${task.startedAt}::timestamptz, ${task.completedAt}::timestamptz, ${task.status === taskStatus.completed}::boolean,
        ${task.key}::text, ${task.stageID}::smallint,
        ${sql.join(moreValues(task.more))}
      from number returning *
    ), event as (${created(task)}) select counted.*, ${columns}, creator.* from counted left join creator on true left join t on true ${people}`.execute(
    db,
  )
  const [row] = rows
  if (!row) return { counted: undefined, added: undefined }
  if (row.id === null) return { counted: row, added: undefined }
  recorded(db)
  return { counted: row, added: row }
}

export type TaskChange = {
  id: string
  /** The version on which the change was decided. */
  version: number
  title: string
  description: string
  status: number
  assigneeID: string | null
  now: Date
  startedAt: Date | null
  completedAt: Date | null
  credit: number
  more: MoreFields
  openRound: number | null
  /** Undefined where the change says nothing of it. */
  stageID: number | null | undefined
}

export type ChangedTask = TaskRow & { stage_now: EventStage | null }

/** Stands in for the rank at the top of a column. */
export const TOP = ''

/**
 * Changes a task that still has that version; undefined when somebody else changed it first. Without a `rank` it keeps its
 * place, or comes to the top of the column of its new status. Returns the stage in which it is then, too.
 */
export const changeTask = async (
  db: DbOrTx,
  change: TaskChange,
  rank: string | null,
): Promise<ChangedTask | undefined> => {
  const { rows } = await sql<ChangedTask>`${prepared}
    with t as (
      update tasks set title = ${change.title}, description = ${change.description}, status = ${change.status},
        assigned_to_id = ${change.assigneeID}, version = version + 1, updated_at = ${change.now},
        started_at = ${change.startedAt}, completed_at = ${change.completedAt}, credited_reputation = ${change.credit},
        (${moreColumns}) = row(${sql.join(moreValues(change.more))}), rank = case ${rank}::text when ${TOP} then top_rank() else coalesce(${rank}::text, rank) end,
        open_round = ${change.openRound},
        stage_id = case when ${change.stageID !== undefined} then ${change.stageID ?? null}::smallint else stage_id end
      where id = ${change.id} and version = ${change.version} and deleted_at is null
      returning *
    ) select ${columns}, ${stageNow} as stage_now from t ${people}`.execute(db)
  return rows[0]
}

type ReleasedTask = Pick<TaskRow, 'id' | 'status' | 'open_round'> & { deleted_at: Date | null }
/**
 * Makes the unfinished tasks of a former member unassigned, also those in Trash, but not those of an active claim. Returns
 * them as they were.
 */
export const releaseTasks = async (
  tx: Tx,
  { projectID, userID, now }: { projectID: string; userID: string; now: Date },
): Promise<ReleasedTask[]> => {
  const { rows } = await sql<ReleasedTask>`
    with before as (
      select id, status, open_round, deleted_at from tasks
      where project_id = ${projectID} and assigned_to_id = ${userID} and status <> ${taskStatus.completed}
        and not exists (select from claims c where c.task_id = tasks.id and c.state = 'active')
      order by id for no key update
    ) update tasks t set assigned_to_id = null, open_round = null, version = t.version + 1, updated_at = ${now}
    from before where t.id = before.id returning before.*`.execute(tx)
  return rows
}

/** Counts comments of a task that came (or went, below zero). What boards show of it changes by that, its version does not. */
export const countComments = (tx: Tx, taskID: string, by: number): Promise<void> =>
  send(tx, sql`update tasks set comment_count = comment_count + ${by} where id = ${taskID}`)

/** Which tasks a project has that are not in Trash, column by column from the top. */
export const findTaskOrder = async (
  db: DbOrTx,
  projectID: string,
): Promise<Array<Pick<TaskRow, 'id' | 'task_number'>>> => {
  const { rows } = await sql<Pick<TaskRow, 'id' | 'task_number'>>`
    select id, task_number from tasks where project_id = ${projectID} and deleted_at is null
    order by status, rank`.execute(db)
  return rows
}

/** At most `limit` tasks of a project that are neither rejected nor in Trash, column by column from the top. */
export const findTasksToCopy = async (db: DbOrTx, projectID: string, limit: number): Promise<TaskRow[]> => {
  const { rows } = await sql<TaskRow>`
    select ${columns} from tasks t ${people}
    where t.project_id = ${projectID} and t.deleted_at is null and t.status <> ${taskStatus.rejected}
    order by t.status, t.rank limit ${limit}`.execute(db)
  return rows
}

/** The titles of a project's newest tasks. */
export const findNewestTitles = async (db: DbOrTx, projectID: string, limit: number): Promise<string[]> => {
  const rows = await db
    .selectFrom('tasks')
    .where('project_id', '=', projectID)
    .where('deleted_at', 'is', null)
    .orderBy('task_number', 'desc')
    .limit(limit)
    .select('title')
    .execute()
  return rows.map(({ title }) => title)
}
