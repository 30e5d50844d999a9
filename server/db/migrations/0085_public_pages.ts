import { sql, type Kysely } from 'kysely'

/** Which projects visitors see; the index lists their pages, the newest first. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql
    .raw(
      `
alter table projects add column show_to_visitors boolean not null default false;
create index projects_shown_idx on projects (created_at desc, id desc) where show_to_visitors;
`,
    )
    .execute(db)
}
