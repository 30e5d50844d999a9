import { sql, type Kysely } from 'kysely'

/** What a rejection says, and what owners and admins note about an application for themselves. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql.raw(decisions).execute(db)
}

/*
 * Labels and notes stand in a table of their own: no statement that reads requests can bring them along by accident, and
 * what must not reach the applicant is asked for by name.
 */
const decisions = `
alter table project_requests
  add column reject_reason text check (reject_reason in ('otherChosen', 'skills', 'time', 'projectChanged', 'other')),
  add column reject_text text check (char_length(reject_text) <= 1000),
  add constraint project_requests_rejected_check
    check (status = 2 or (reject_reason is null and reject_text is null));

create table private_marks (
  request_id uuid primary key references project_requests on delete cascade,
  label text check (label in ('shortlist', 'maybe', 'no')),
  notes text not null default '' check (char_length(notes) <= 5000),
  -- Counts the changes of the notes, so that nobody writes over what somebody else has just written.
  notes_version integer not null default 0,
  notes_by uuid references users on delete set null,
  notes_at timestamptz
);
create index private_marks_notes_by_idx on private_marks (notes_by);
`
