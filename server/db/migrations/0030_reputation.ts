import { sql, type Kysely } from 'kysely'

/**
 * What reputation is made of: a line for each change of somebody's number. What was there before becomes one line each, so
 * that lines and numbers agree from the first day. A task also knows whether it was created as Completed: such tasks never
 * give reputation.
 */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql.raw(reputation).execute(db)
}

const reputation = `
create table reputation_events (
  id uuid primary key,
  user_id uuid not null references users on delete cascade,
  -- No foreign keys: a line outlives what it tells of. All three are null for what was there before there were lines.
  project_id uuid,
  task_id uuid,
  event_id uuid,
  delta integer not null check (delta <> 0),
  rule text not null check (rule in ('before', 'completed', 'reopened', 'reassigned', 'deleted', 'restored')),
  created_at timestamptz not null
);
create index reputation_events_newest on reputation_events (user_id, created_at desc, id desc);
-- How many tasks a project has credited to a person on a day.
create index reputation_events_of_day on reputation_events (project_id, user_id, created_at) where rule = 'completed';

insert into reputation_events (id, user_id, delta, rule, created_at)
select gen_random_uuid(), id, reputation, 'before', now() from users where reputation > 0;

alter table tasks add column created_completed boolean not null default false;
update tasks set created_completed = true
where id in (select task_id from events where kind = 'task.created' and data ->> 'status' = '4');
`
