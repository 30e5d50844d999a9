import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import type { Stage, StageList } from '#shared/contract/index.ts'
import { taskStatus } from '#shared/rules/statuses.ts'
import { type DbOrTx, type Tx, send } from '#server/db/pool.ts'
import { recorded, recording } from '#server/events/record.ts'
import { isStarted } from './credit.ts'
import { withoutClaim } from './move-repository.ts'
import { stageNow } from './repository.ts'

const columns = sql.raw('id, name, status, card_limit as "limit"')

/** The project's stages, by status and then by place. */
export const findStages = async (db: DbOrTx, projectID: string): Promise<Stage[]> => {
  const { rows } = await sql<Stage>`
    select ${columns} from project_stages where project_id = ${projectID} order by status, place`.execute(db)
  return rows
}

/** The same with the version of the list, of one moment. */
export const findStageList = async (db: DbOrTx, projectID: string): Promise<StageList> => {
  const { rows } = await sql<StageList>`
    select coalesce((select stages_version from task_counters where project_id = ${projectID}), 0) as version,
      coalesce((select json_agg(s order by s.status, s.place) from (
        select ${columns}, place from project_stages where project_id = ${projectID}) s), '[]') as stages`.execute(db)
  const { version = 0, stages = [] } = rows[0] ?? {}
  return { version, stages: stages.map(({ id, name, status, limit }) => ({ id, name, status, limit })) }
}

/** Gives the list its next version, and takes numbers for new stages, which no other stage ever has. */
export const countStages = async (
  tx: Tx,
  projectID: string,
  added: number,
): Promise<{ version: number; lastID: number }> => {
  const { rows } = await sql<{ version: number; lastID: number }>`
    insert into task_counters as counter (project_id, last_task_number, last_stage_id, stages_version)
    values (${projectID}, (select coalesce(max(task_number), 0) from tasks where project_id = ${projectID}), ${added}, 1)
    on conflict (project_id) do update
      set last_stage_id = counter.last_stage_id + ${added}::smallint, stages_version = counter.stages_version + 1
    returning stages_version as version, last_stage_id as "lastID"`.execute(tx)
  const [row] = rows
  if (!row) throw new Error('The statement that counts stages returned no row.')
  return row
}

/** Makes these the stages of the project, in this order. No task may name one that is not among them, or has another status now. */
export const writeStages = async (tx: Tx, projectID: string, stages: readonly Stage[]): Promise<void> => {
  await send(
    tx,
    sql`
    delete from project_stages where project_id = ${projectID} and id <> all(${stages.map(({ id }) => id)}::smallint[])`,
  )
  await send(
    tx,
    sql`
    insert into project_stages as stage (project_id, id, place, name, status, card_limit)
    select ${projectID}::uuid, s.id, s.place, s.name, s.status, s."limit"
    from jsonb_to_recordset(${JSON.stringify(stages.map((stage, place) => ({ ...stage, place })))}::jsonb)
      as s (id smallint, place smallint, name text, status smallint, "limit" smallint)
    on conflict (project_id, id) do update set place = excluded.place, name = excluded.name, status = excluded.status,
      card_limit = excluded.card_limit`,
  )
}

/** Writes down the stage of the tasks that are in the first stage of its status without naming it, those in Trash too. */
export const nameStage = async (tx: Tx, projectID: string, { id, status }: Stage): Promise<void> => {
  await send(
    tx,
    sql`
    update tasks set stage_id = ${id}
    where project_id = ${projectID} and status = ${status} and stage_id is null`,
  )
}

/** Takes all tasks out of these stages, those in Trash too: they are in the first stage of their status. */
export const leaveStages = async (tx: Tx, projectID: string, ids: readonly number[]): Promise<void> => {
  await send(
    tx,
    sql`
    update tasks set stage_id = null where project_id = ${projectID} and stage_id = any(${ids}::smallint[])`,
  )
}

/** Who has tasks that are in one of these stages, whether they name it or not. */
export const findAssignees = async (tx: Tx, projectID: string, stages: readonly Stage[]): Promise<string[]> => {
  if (stages.length === 0) return []
  const { rows } = await sql<{ id: string }>`
    select distinct assigned_to_id as id from tasks
    where project_id = ${projectID} and status = any(${stages.map(({ status }) => status)}::smallint[])
      and (stage_id is null or stage_id = any(${stages.map(({ id }) => id)}::smallint[]))
      and assigned_to_id is not null and deleted_at is null`.execute(tx)
  return rows.map(({ id }) => id)
}

export type Staged = { id: string; stageID: number }

/** The tasks that name one of these stages, but for those in Trash, each column from its bottom up; they are held. */
export const holdStaged = async (tx: Tx, projectID: string, stages: readonly Stage[]): Promise<Staged[]> => {
  if (stages.length === 0) return []
  const { rows } = await sql<Staged>`
    select id, stage_id as "stageID" from tasks
    where project_id = ${projectID} and stage_id = any(${stages.map(({ id }) => id)}::smallint[]) and deleted_at is null
    order by stage_id, rank desc for no key update`.execute(tx)
  return rows
}

/** This number of places above everything that columns have, from the lowest to the highest. */
export const topRanks = async (tx: Tx, count: number): Promise<string[]> => {
  const { rows } = await sql<{ rank: string }>`select top_rank() as rank from generate_series(1, ${count})`.execute(tx)
  return rows.map(({ rank }) => rank).toSorted((a, b) => (a < b ? 1 : -1))
}

/** A task that goes to the status of its stage, and its place there. */
export type StagedMove = { id: string; stageID: number; status: number; rank: string }

/**
 * Moves those of these tasks that any member may move between two unfinished statuses and to which nothing else happens:
 * the conditions of `moveTask`, in one statement for all. The tasks are held. Returns the IDs of those that are moved.
 */
export const moveStaged = async (
  tx: Tx,
  now: Date,
  userID: string,
  moves: readonly StagedMove[],
): Promise<Set<string>> => {
  const each = <T>(read: (move: StagedMove) => T): T[] => moves.map(read)
  const { rows } = await sql<{ id: string }>`
    with asked as materialized (
      select * from unnest(${each(({ id }) => id)}::uuid[], ${each(() => uuidv7())}::uuid[],
        ${each(({ stageID }) => stageID)}::smallint[], ${each(({ status }) => status)}::smallint[],
        ${each(({ rank }) => rank)}::text[], ${each(({ status }) => (isStarted(status) ? now : null))}::timestamptz[]
      ) as asked (id, event_id, stage_id, status, rank, started_at)
    ), before as materialized (
      select asked.*, task.status as left_status from asked join tasks task on task.id = asked.id
      where task.status <> asked.status and ${sql.lit(taskStatus.completed)} not in (task.status, asked.status)
        and task.deleted_at is null and task.open_round is null and ${withoutClaim}
    ), t as (
      update tasks as task set status = before.status, stage_id = before.stage_id, rank = before.rank,
        version = task.version + 1, updated_at = ${now}, started_at = coalesce(task.started_at, before.started_at)
      from before where task.id = before.id
      returning task.*, before.left_status, before.event_id
    ), event as (${recording(
      {
        id: sql`event_id`,
        kind: 'task.moved',
        actorID: userID,
        projectID: sql`project_id`,
        taskID: sql`id`,
        subjectID: sql`assigned_to_id`,
        data: sql`jsonb_strip_nulls(jsonb_build_object('from', left_status, 'to', status, 'stage', ${stageNow}))`,
        now,
      },
      sql`t`,
    )}) select id from t`.execute(tx)
  if (rows.length > 0) recorded(tx)
  return new Set(rows.map(({ id }) => id))
}
