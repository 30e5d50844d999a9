import { sql } from 'kysely'
import type { DbOrTx } from '#server/db/pool.ts'

/** A list of stages that a project had from that moment on, in the order of its board. */
export type StageListRow = { at: Date; stages: Array<{ id: number; name: string; status: number }> }

/** All lists of stages that the project has ever had, oldest first. */
export const findStageLists = async (db: DbOrTx, projectID: string): Promise<StageListRow[]> => {
  const { rows } = await sql<StageListRow>`
    select created_at as at, data -> 'stages' as stages from events
    where project_id = ${projectID} and kind = 'project.stages'
    order by (data ->> 'version')::int, created_at, id`.execute(db)
  return rows
}

/**
 * A time in which tasks of a stage could be in it, or tasks of a status that name none; `next` is where they were afterwards.
 * Where `isPassed`, the status had stages: what named none was in the first of them, which is `next`. Times are as the database writes them.
 */
export type StageLife = {
  stage: number | null
  status: number
  starts: string
  ends: string
  next: number | null
  isPassed: boolean
}

export type StageTimeRow = {
  id: number
  tasks: number
  hours: number
  median_hours: number
  p85_hours: number
}

/**
 * How long the tasks of a project were in each stage, from `start` on and before `end`, as their events say. An event names the stage in
 * which a task was then; `lives` say where it went when somebody changed the stages. A task without a creation event (made by a release
 * without a log) begins with its creation.
 */
export const findTimeInStages = async (
  db: DbOrTx,
  projectID: string,
  lives: readonly StageLife[],
  { start, end }: { start: Date; end: Date },
): Promise<StageTimeRow[]> => {
  /** The life of the stage in which a task was at a moment: the first that was not over then, or else the last. */
  const lifeAt = (of: 's.since' | 's.left_at') => {
    const at = sql.ref(of)
    return sql`lateral (
      select life.stage, life.status, life.next, ${at} as entered,
        case when life."isPassed" then ${at} else greatest(life.ends, ${at}) end as left_at
      from lives life
      where life.stage is not distinct from s.stage and (life.status = s.status or s.status is null)
      order by life.ends <= ${at}, case when life.ends > ${at} then life.starts end, life.ends desc
      limit 1)`
  }
  const { rows } = await sql<StageTimeRow>`
    with recursive lives as materialized (
      select * from jsonb_to_recordset(${JSON.stringify(lives)}::jsonb)
        as life (stage int, status int, starts timestamptz, ends timestamptz, next int, "isPassed" boolean)
    ), steps as (
      select task_id, id, created_at, kind,
        case kind when 'task.created' then (data ->> 'status')::int when 'task.moved' then (data ->> 'to')::int end as status,
        case kind when 'task.staged' then (data -> 'to' ->> 'id')::int else (data -> 'stage' ->> 'id')::int end as stage
      from events
      where project_id = ${projectID} and created_at < ${end}
        and kind in ('task.created', 'task.moved', 'task.staged', 'task.deleted', 'task.restored')
      union all
      select t.id, '00000000-0000-0000-0000-000000000000', t.created_at, 'task.created', coalesce(
          (select (data ->> 'from')::int from events first where first.task_id = t.id and first.kind = 'task.moved'
            order by first.created_at, first.id limit 1),
          t.status), null
      from tasks t
      where t.project_id = ${projectID} and t.created_at < ${end}
        and (select e.id from events e where e.task_id = t.id and e.kind = 'task.created'
          order by e.created_at, e.id limit 1) is null
    ), numbered as (
      select *, lead(created_at, 1, 'infinity') over task as until,
        count(*) filter (where kind not in ('task.deleted', 'task.restored')) over task as naming
      from steps window task as (partition by task_id order by created_at, id)
    ), stays as (
      select task_id, kind, first_value(status) over named as status, first_value(stage) over named as stage,
        first_value(created_at) over named as since, greatest(created_at, ${start}) as opens, least(until, ${end}) as closes
      from numbered window named as (partition by task_id, naming order by created_at, id)
    ), pieces as (
      select s.task_id, s.opens, s.closes, there.* from stays s cross join ${lifeAt('s.since')} there
      where s.kind <> 'task.deleted' and s.opens < s.closes
      union all
      select s.task_id, s.opens, s.closes, there.*
      from (select task_id, opens, closes, next as stage, status, left_at from pieces) s cross join ${lifeAt('s.left_at')} there
      where s.left_at < s.closes
    ), times as (
      select stage, task_id,
        sum(extract(epoch from least(left_at, closes) - greatest(entered, opens)))::float8 / 3600 as hours
      from pieces
      where stage is not null and greatest(entered, opens) < least(left_at, closes)
      group by 1, 2
    )
    select stage as id, count(*)::int as tasks, sum(hours)::float8 as hours,
      (percentile_cont(0.5) within group (order by hours))::float8 as median_hours,
      (percentile_cont(0.85) within group (order by hours))::float8 as p85_hours
    from times group by stage`.execute(db)
  return rows
}
