import { sql, type Kysely } from 'kysely'

/** Comments on tasks, and the index by which a task's history is read from the log. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql.raw(comments).execute(db)
}

const comments = `
create table comments (
  id uuid primary key,
  task_id uuid not null references tasks on delete cascade,
  author_id uuid references users on delete set null,
  body text not null check (char_length(body) <= 10000),
  -- Everybody whom it has ever named and told, so that nobody is told of it twice.
  mentioned_ids uuid[] not null default '{}',
  idempotency_key text not null,
  created_at timestamptz not null,
  edited_at timestamptz,
  deleted_at timestamptz,
  unique (task_id, author_id, idempotency_key),
  check (deleted_at is null or body = '')
);
create index comments_task_idx on comments (task_id, created_at, id);
create index comments_author_idx on comments (author_id);
-- The log's second index: an open task shows its own events, in their order.
create index events_task_idx on events (task_id, created_at, id) where task_id is not null;
`
