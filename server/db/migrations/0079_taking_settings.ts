import { sql, type Kysely } from 'kysely'

/** How a project gives out its tasks: whether members take free ones by themselves, and how many hand-ins may wait before nothing can be taken. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql
    .raw(
      `
alter table projects
  add column members_take boolean not null default true,
  add column review_queue_max smallint not null default 10 check (review_queue_max between 1 and 50);
`,
    )
    .execute(db)
}
