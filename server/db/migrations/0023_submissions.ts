import { sql, type Kysely } from 'kysely'

/** What people hand in for review, in rounds, and the guard that no task leaves Under Review while its round is open. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql.raw([submissions, guard].join('\n')).execute(db)
}

const submissions = `
create table submissions (
  id uuid primary key,
  task_id uuid not null references tasks on delete cascade,
  -- Counts the task's hand-ins, from 1.
  round integer not null check (round > 0),
  author_id uuid not null references users,
  idempotency_key text not null,
  -- Tells whether a repeated call with the key sends the same.
  request_hash text not null,
  note text not null,
  links text[] not null,
  -- {id, name, size} of each file, as it was then.
  files jsonb not null,
  -- {text, isDone, remark} for each line of 'Done when', as it was then.
  remarks jsonb not null,
  state text not null default 'open' check (state in ('open', 'accepted', 'changes', 'withdrawn')),
  created_at timestamptz not null,
  answered_by uuid references users,
  answered_at timestamptz,
  answer text not null default '',
  check ((state = 'open') = (answered_at is null)),
  unique (task_id, round),
  unique (task_id, author_id, idempotency_key)
);
create unique index submissions_open_key on submissions (task_id) where state = 'open';

alter table tasks
  -- The round that waits for its answer; null when none does. The statement that moves a task looks here.
  add column open_round integer,
  add constraint tasks_open_round_check
    check (open_round is null or (status = 3 and assigned_to_id is not null and deleted_at is null));
`

/*
 * The code closes a round in the transaction that takes its task out of review (settleReview). This says so to code that
 * forgets it: such a transaction fails at its commit. A task without an open round does not even call the function.
 */
const guard = `
create function require_settled_review() returns trigger language plpgsql as $$
begin
  if exists (
    select 1 from submissions s join tasks t on t.id = s.task_id
    where s.task_id = new.id and s.state = 'open' and t.open_round is distinct from s.round
  ) then
    raise exception 'task % has left its open review', new.id using errcode = 'integrity_constraint_violation';
  end if;
  return null;
end $$;
create constraint trigger tasks_settled_review after update on tasks deferrable initially deferred
  for each row when (old.open_round is not null and old.open_round is distinct from new.open_round)
  execute function require_settled_review();
`
