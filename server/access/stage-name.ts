import { sql } from 'kysely'

/** The name of the stage in which the task `t` is; null where its status has none. */
export const stageName = sql<string | null>`(
  select s.name from project_stages s
  where s.project_id = t.project_id and s.status = t.status and (t.stage_id is null or s.id = t.stage_id)
  order by s.place limit 1)`
