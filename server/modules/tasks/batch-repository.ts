import { type RawBuilder, sql } from 'kysely'
import { taskStatus } from '#shared/rules/statuses.ts'
import type { MemberAccess } from '#server/access/access.ts'
import { sessionIsValid } from '#server/access/session.ts'
import type { Db } from '#server/db/pool.ts'
import { prepared } from '#server/db/prepared.ts'
import { recorded, recording } from '#server/events/record.ts'
import { type MovedTask, type TaskMove, withoutClaim } from './move-repository.ts'
import { columns, type InsertResult, type NewTask, people, stageNow, type TaskRow } from './repository.ts'

/**
 * A new, unassigned task without optional fields. `key` is the one under which its creator's tasks are counted, `most`
 * their limit.
 */
export type PlainTask = { task: NewTask; sessionID: string; key: string; most: number }
/** The statements that hold the counts under some keys, and that count more calls for the rows of a source. */
type LimitStatements = {
  holding: (keys: RawBuilder<unknown>) => RawBuilder<unknown>
  more: (source: RawBuilder<unknown>) => RawBuilder<unknown>
}

/** In milliseconds. A batch waits so long for a lock; then PostgreSQL refuses it, and each of its writes is made alone. */
const PATIENCE_MS = 100

const session = sessionIsValid({ userID: sql`asked.user_id`, sessionID: sql`asked.session_id` })

/** A row of a batch has its number there. */
type PlaceInBatch = { place: string }
/** The rows by their places in the batch, which count from 1; undefined where there is no row. */
const inPlaces = <T extends PlaceInBatch>(rows: readonly T[], places: number): Array<T | undefined> => {
  const byPlace = new Map(rows.map((row) => [Number(row.place), row]))
  return Array.from({ length: places }, (_, at) => byPlace.get(at + 1))
}

/** The counters of the allowed tasks' boards, locked until the commit, so that nobody else takes the numbers. */
const heldCounters = sql`select project_id from task_counters where project_id in (select project_id from allowed)
  order by project_id for no key update`

/**
 * `insertTask` for many tasks whose creators are members with a valid session and have room under their limit for all
 * of theirs. Undefined for any other task: nothing of it is written or counted. Tasks of a project are numbered in the
 * order of `asked`.
 *
 * Locks are taken in one order, here and by a single task: counts by key, then counters of projects by ID.
 */
export const insertTasks = async (
  db: Db,
  asked: readonly PlainTask[],
  counting: LimitStatements,
): Promise<Array<InsertResult | undefined>> => {
  const each = <T>(read: (one: PlainTask) => T): T[] => asked.map(read)
  const now = sql`ready.now`
  type Row = TaskRow & MemberAccess & PlaceInBatch & { count: number; expires_at: Date }
  const { rows } = await sql<Row>`${prepared}
    with patience as materialized (
      select set_config('lock_timeout', ${String(PATIENCE_MS)}, true) as ms
    ), asked as materialized (
      select * from unnest(${each(({ task }) => task.id)}::uuid[], ${each(({ task }) => task.eventID)}::uuid[],
        ${each(({ task }) => task.projectID)}::uuid[], ${each(({ task }) => task.title)}::text[],
        ${each(({ task }) => task.description)}::text[], ${each(({ task }) => task.status)}::smallint[],
        ${each(({ task }) => task.createdBy)}::uuid[], ${each(({ sessionID }) => sessionID)}::uuid[],
        ${each(({ task }) => task.now)}::timestamptz[], ${each(({ task }) => task.startedAt)}::timestamptz[],
        ${each(({ key }) => key)}::text[], ${each(({ most }) => most)}::integer[],
        ${each(({ task }) => task.key)}::text[]
      ) with ordinality as asked (id, event_id, project_id, title, description, status, user_id, session_id, now, started_at,
        key, most, idempotency_key, place)
      where (select ms is not null from patience)
    ), counts as materialized (${counting.holding(sql`select key from asked`)}), allowed as materialized (
      select asked.*, m.role, m.last_active_at, p.tier, counts.count, counts.expires_at
      from asked join counts on counts.key = asked.key and counts.expires_at > asked.now
        join (select key, count(*) as calls from asked group by key) as wanted on wanted.key = asked.key
        join memberships m on m.project_id = asked.project_id and m.user_id = asked.user_id
        join projects p on p.id = m.project_id
      where p.deleted_at is null and counts.count + wanted.calls <= asked.most and ${session}
        and not exists (select from tasks known where known.created_by_id = asked.user_id and known.project_id = asked.project_id
          and known.idempotency_key = asked.idempotency_key)
    ), counters as materialized (${heldCounters}), ready as materialized (
      select allowed.*, row_number() over (partition by project_id order by place) as nth
      from allowed join counters using (project_id)
    ), counted as (
      ${counting.more(sql`(select key, count(*)::integer as calls from ready group by key)`)}
    ), numbers as (
      update task_counters as counter set last_task_number = counter.last_task_number + more.tasks
      from (select project_id, count(*)::integer as tasks from ready group by project_id) as more
      where counter.project_id = more.project_id
      returning counter.project_id, counter.last_task_number - more.tasks as number_before
    ), t as (
      insert into tasks (id, project_id, task_number, title, description, status, created_by_id, created_at, updated_at,
        started_at, idempotency_key)
      select id, project_id, number_before + nth, title, description, status, user_id, now, now, started_at,
        idempotency_key
      from ready join numbers using (project_id) order by place returning *
    ), event as (${recording(
      {
        id: sql`ready.event_id`,
        kind: 'task.created',
        actorID: sql`ready.user_id`,
        projectID: sql`t.project_id`,
        taskID: sql`t.id`,
        subjectID: sql`null::uuid`,
        data: sql`jsonb_strip_nulls(jsonb_build_object('status', t.status, 'stage', ${stageNow}))`,
        now,
      },
      sql`t join ready on ready.id = t.id`,
    )})
    select ${columns}, ready.place, ready.role, ready.last_active_at, ready.tier, ready.count, ready.expires_at
    from t join ready on ready.id = t.id ${people}`.execute(db)
  if (rows.length > 0) recorded(db)
  return inPlaces(rows, asked.length).map((row) => row && { counted: row, added: row })
}

/**
 * `moveTask` for many moves of different tasks. Undefined for a move that a check refuses, and for a task that somebody
 * else is changing right now: a batch waits for no task.
 */
export const moveTasks = async (db: Db, moves: readonly TaskMove[]): Promise<Array<MovedTask | undefined>> => {
  const each = <T>(read: (move: TaskMove) => T): T[] => moves.map(read)
  const { rows } = await sql<MovedTask & PlaceInBatch>`${prepared}
    with asked as materialized (
      select * from unnest(${each(({ id }) => id)}::uuid[], ${each(({ eventID }) => eventID)}::uuid[],
        ${each(({ who }) => who.userID)}::uuid[], ${each(({ who }) => who.sessionID)}::uuid[],
        ${each(({ status }) => status)}::smallint[], ${each(({ version }) => version)}::integer[],
        ${each(({ now }) => now)}::timestamptz[], ${each(({ startedAt }) => startedAt)}::timestamptz[]
      ) with ordinality as asked (id, event_id, user_id, session_id, status, version, now, started_at, place)
    ), before as materialized (
      select asked.*, task.status as left_status, m.last_active_at
      from asked join tasks task on task.id = asked.id
        join tasks seen on seen.id = task.id and seen.version = task.version
        join memberships m on m.project_id = task.project_id and m.user_id = asked.user_id
        join projects p on p.id = m.project_id
      where task.status not in (${sql.lit(taskStatus.completed)}, asked.status)
        and (asked.version is null or task.version = asked.version)
        and task.deleted_at is null and p.deleted_at is null and task.open_round is null
        and ${withoutClaim} and ${session}
      order by task.id for no key update of task skip locked
    ), t as (
      update tasks as task set status = before.status, version = task.version + 1, updated_at = before.now,
        started_at = coalesce(task.started_at, before.started_at)
      from before where task.id = before.id
      returning task.*, before.last_active_at, before.left_status, before.place, before.event_id, before.user_id as moved_by
    ), event as (${recording(
      {
        id: sql`event_id`,
        kind: 'task.moved',
        actorID: sql`moved_by`,
        projectID: sql`project_id`,
        taskID: sql`id`,
        subjectID: sql`assigned_to_id`,
        data: sql`jsonb_strip_nulls(jsonb_build_object('from', left_status, 'to', status, 'stage', ${stageNow}))`,
        now: sql`updated_at`,
      },
      sql`t`,
    )})
    select ${columns}, t.last_active_at, t.place from t ${people}`.execute(db)
  if (rows.length > 0) recorded(db)
  return inPlaces(rows, moves.length)
}
