import { sql, type Kysely } from 'kysely'

/** What projects ask of applicants, what these write, and the talk about an application. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql.raw(letters).execute(db)
}

const letters = `
-- At most five, in their order: {text, kind, isRequired} each.
alter table projects add column questions jsonb not null default '[]' check (jsonb_typeof(questions) = 'array');

alter table project_requests
  add column letter text check (char_length(letter) <= 2000),
  -- The questions as they were asked, each with its answer: {question, kind, isRequired, answer}.
  add column answers jsonb not null default '[]' check (jsonb_typeof(answers) = 'array'),
  add constraint project_requests_invitation_check
    check (kind = 'application' or (letter is null and answers = '[]'));

-- A comment is about a task, or about an application.
alter table comments
  alter column task_id drop not null,
  add column request_id uuid references project_requests on delete cascade,
  add constraint comments_about_check check (num_nonnulls(task_id, request_id) = 1);
create unique index comments_request_key on comments (request_id, author_id, idempotency_key)
  where request_id is not null;
create index comments_request_idx on comments (request_id, created_at, id) where request_id is not null;
`
