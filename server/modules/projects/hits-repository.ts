import { sql } from 'kysely'
import type { ProjectRole } from '#shared/contract/index.ts'
import type { DbOrTx } from '#server/db/pool.ts'
import { beginningPattern, type HitRank, type WantedHits } from '#server/db/text-search.ts'
import { isOpen } from './market-repository.ts'

export type ProjectHitRow = { id: string; title: string; role: ProjectRole | null; rank: HitRank }

/** The number of titles with one beginning from which the newest are chosen; only very short texts begin more. */
const CANDIDATES_MAX = 500

/**
 * The viewer's own projects with all of these words, those they applied or are invited to, and the market's whose
 * titles begin with the text. Titles that begin with it come first, newest first.
 */
export const findNamedProjects = async (
  db: DbOrTx,
  { viewerID, text, words, limit }: WantedHits,
): Promise<ProjectHitRow[]> => {
  const begins = beginningPattern(text)
  const hasWords = sql.join(
    words.map((word) => sql`strpos(p.search_text, ${word}) > 0`),
    sql` and `,
  )
  const { rows } = await sql<ProjectHitRow>`
    with own as materialized (
      select m.project_id as id from memberships m where m.user_id = ${viewerID}
      union
      select r.project_id from project_requests r where r.user_id = ${viewerID} and r.status = 0 and r.withdrawn_at is null
    ), found as (
      (select p.id from own join projects p on p.id = own.id where p.deleted_at is null and ${hasWords})
      union
      (select p.id from projects p where ${isOpen} and p.search_text like ${begins} limit ${CANDIDATES_MAX})
    )
    select p.id, p.title, m.role, case when p.search_text like ${begins} then 1 else 2 end as rank
    from found join projects p on p.id = found.id
      left join memberships m on m.project_id = p.id and m.user_id = ${viewerID}
    where p.hidden_at is null or m.role is not null
    order by rank, m.role is null, p.created_at desc, p.id desc limit ${limit}`.execute(db)
  return rows
}
