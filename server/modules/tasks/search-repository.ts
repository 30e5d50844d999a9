import { sql } from 'kysely'
import { stageName } from '#server/access/stage-name.ts'
import { isGuest } from '#server/access/party.ts'
import type { DbOrTx } from '#server/db/pool.ts'
import { beginningPattern, type HitRank, type WantedHits, wordPattern } from '#server/db/text-search.ts'

export type TaskHitRow = {
  id: string
  task_number: number
  title: string
  status: number
  stage_id: number | null
  stage: string | null
  project_id: string
  project_title: string
  rank: HitRank
}

/** The most tasks among which a guest's are looked for. */
const GUEST_TASKS = 1_000

/**
 * The best hits among the tasks of the viewer's projects and those whose guest they are, last changed first within a rank. Reads no descriptions:
 * `task_titles` has the folded title of each task outside Trash, kept up by the triggers `tasks_title_inserted` and
 * `tasks_title_updated`.
 */
export const findTaskHits = async (
  db: DbOrTx,
  { viewerID, text, words, limit, number }: WantedHits & { number: number | null },
): Promise<TaskHitRow[]> => {
  const hasWords = sql.join(
    words.map((word) => sql`s.words like ${wordPattern(word)}`),
    sql` and `,
  )
  const { rows } = await sql<TaskHitRow>`
    with own as materialized (
      select m.project_id as id from memberships m join projects p on p.id = m.project_id
      where m.user_id = ${viewerID} and p.deleted_at is null
    ), guest as materialized (
      select t.id, t.task_number from tasks t join projects p on p.id = t.project_id
      where t.id = any(array(select task_id from claims where user_id = ${viewerID} and reads_since is not null
          and state in ('active', 'finished') order by claimed_at desc limit ${GUEST_TASKS}))
        and t.deleted_at is null and p.deleted_at is null and ${isGuest(sql`${viewerID}::uuid`)}
    ), found as materialized (
      (select t.id, 0 as rank from tasks t
        where t.project_id = any(array(select id from own)) and t.task_number = ${number}::integer and t.deleted_at is null
        order by t.updated_at desc limit ${limit})
      union all
      -- IDs are made in the order of time, so the newest tasks are found without reading them.
      (select s.task_id, case when s.words like ${beginningPattern(` ${text}`)} then 1 else 2 end as rank
        from own join task_titles s on s.project_id = own.id where ${hasWords}
        order by rank, s.task_id desc limit ${limit})
      union all
      (select s.task_id, case when s.words like ${beginningPattern(` ${text}`)} then 1 else 2 end as rank
        from guest join task_titles s on s.task_id = guest.id where ${hasWords}
        order by rank, s.task_id desc limit ${limit})
      union all
      (select guest.id, 0 from guest where guest.task_number = ${number}::integer)
    )
    select t.id, t.task_number, t.title, t.status, case when is_own then t.stage_id end as stage_id,
      case when is_own then ${stageName} end as stage, t.project_id, p.title as project_title, hits.rank
    from (select id, min(rank) as rank from found group by id) as hits
      join tasks t on t.id = hits.id join projects p on p.id = t.project_id
      cross join lateral (select exists (select from own where own.id = t.project_id) as is_own) as known
    where t.deleted_at is null
    order by hits.rank, t.updated_at desc, t.id desc limit ${limit}`.execute(db)
  return rows
}
