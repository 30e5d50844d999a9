import { sql, type Kysely } from 'kysely'

/** Due date, priority, labels, lines, order and deletion of tasks, and how often what boards show of a task has changed. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql.raw([base62, fields, order, shown].join('\n')).execute(db)
}

const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
/** The SQL of a number as so many digits of base 62. */
const inBase62 = (number: string, digits: number): string =>
  Array.from({ length: digits }, (_, place) => {
    const divisor = 62n ** BigInt(digits - 1 - place)
    return `substr('${DIGITS}', 1 + (${number} / ${divisor} % 62)::integer, 1)`
  }).join(' || ')

/*
 * A rank is a key of the package fractional-indexing: a letter that says how many digits of an integer follow ('S': 8,
 * 'd': 4), these digits, and a fraction; sorted by bytes. The rank at the top of a column is made of the time, so that
 * nobody has to read the column: how many hundredths of a millisecond are left until the year 2089, which get fewer, and a
 * random fraction, by which two cards of the same moment differ too. Its last digit is never 0, as the package wants it.
 */
const base62 = `
create function top_rank() returns text volatile language plpgsql as $$
declare
  left_over bigint := ${62n ** 8n - 1n} - (extract(epoch from clock_timestamp() - timestamptz '2020-01-01Z') * 100000)::bigint;
  tail bigint := floor(random() * ${62 ** 2})::bigint * 62 + 1 + floor(random() * 61)::bigint;
begin
  return 'S' || ${inBase62('left_over', 8)} || ${inBase62('tail', 3)};
end $$;
`

const fields = `
alter table tasks
  add column due_on date,
  -- 0 none, 1 low, 2 medium, 3 high, 4 urgent
  add column priority smallint not null default 0 check (priority between 0 and 4),
  add column estimate_hours numeric(5, 2),
  -- Labels are numbered within their project, which keeps boards small; a number is never used again.
  add column label_ids smallint[] not null default '{}',
  add column file_ids uuid[] not null default '{}',
  add column blocked_by_ids uuid[] not null default '{}',
  -- 'Done when': lines {id, text, isDone}, in their order
  add column done_when jsonb not null default '[]',
  add column comment_count integer not null default 0,
  -- Since when the task is Under Review; null for a task that is not.
  add column waits_since timestamptz,
  -- When the task went to Trash, and by whom; null for a task that is there.
  add column deleted_at timestamptz,
  add column deleted_by_id uuid references users on delete set null,
  add column shown_version bigint not null default 1;
update tasks set waits_since = updated_at where status = 3;
create index tasks_deleted_idx on tasks (deleted_at) where deleted_at is not null;
create index tasks_trash_idx on tasks (project_id, deleted_at desc, id desc) where deleted_at is not null;

create table labels (
  project_id uuid not null references projects on delete cascade,
  id smallint not null,
  name text not null,
  colour text not null,
  primary key (project_id, id)
);
create unique index labels_name_key on labels (project_id, lower(name));

alter table task_counters
  add column last_label_id smallint not null default 0,
  -- The sum of the versions of tasks that are gone for good, so that a board never gets a tag again that it had before.
  add column gone_versions bigint not null default 0;
`

const order = `
alter table tasks add column rank text collate "C";
-- Columns keep the order that they showed. These ranks come after all that are made of the time.
update tasks set rank = 'd' || ${inBase62('ranked.place', 4)}
from (
  select id, row_number() over (partition by project_id, status order by updated_at desc, id desc) as place from tasks
) as ranked
where tasks.id = ranked.id;
alter table tasks alter column rank set default top_rank(), alter column rank set not null;
create unique index tasks_rank_key on tasks (project_id, status, rank);
`

/*
 * A trigger, so that no way of changing a task can forget it, also not a process of the release before that still runs.
 * A task that changes its status comes to the top of its new column, unless the same statement gives it a place there.
 */
const shown = `
create function note_shown_task() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    new.shown_version := old.shown_version + 1;
    if new.status = old.status then
      return new;
    end if;
    if new.rank = old.rank then
      new.rank := top_rank();
    end if;
  end if;
  -- Statuses: 3 is Under Review.
  new.waits_since := case when new.status = 3 then new.updated_at end;
  return new;
end $$;
create trigger tasks_shown before insert or update on tasks for each row execute function note_shown_task();

drop index tasks_recent_idx;
create index tasks_recent_idx on tasks (project_id, updated_at desc, id desc) include (shown_version);
`
