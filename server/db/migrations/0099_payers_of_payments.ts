import { sql, type Kysely } from 'kysely'

/**
 * On whose behalf a payment was recorded, for its receipt: who owned the project then, whatever becomes of roles. Of the
 * recordings before only today's owners are known; null is who made the project, also for a process of the release before.
 */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql
    .raw(
      `
alter table payment_recordings add column payer_id uuid references users;
update payment_recordings r set payer_id = o.user_id from (
  select r.id, m.user_id, row_number() over (
    partition by r.id order by m.user_id = r.recorded_by desc, m.user_id = p.created_by desc, m.joined_at, m.user_id) as place
  from payment_recordings r join projects p on p.id = r.project_id
    join memberships m on m.project_id = r.project_id and m.role = 'owner'
  where (m.user_id = r.recorded_by or m.joined_at <= r.created_at) and p.created_by <> r.recorded_by) as o
where o.id = r.id and o.place = 1;
`,
    )
    .execute(db)
}
