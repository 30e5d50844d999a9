import { sql, type Kysely } from 'kysely'

/** The answer to a review is reported, decided and hidden apart from the review. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql
    .raw(
      `
alter table reports add column part text not null default 'whole'
  check (part = 'whole' or part = 'answer' and kind = 'rating');
drop index reports_open_once;
create unique index reports_open_once on reports (reporter_id, kind, thing_id, part) where state = 'open';
alter table ratings add column answer_hidden_at timestamptz;
`,
    )
    .execute(db)
}
