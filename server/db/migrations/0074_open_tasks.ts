import { sql, type Kysely } from 'kysely'

/**
 * The tasks that are free to take or to apply for, in one small table with the keys of each order: a page of the list reads
 * no task that is held, done or in a project that gives nothing out, however many there are. Triggers keep it equal to
 * offers, tasks, claims and projects, in the transaction of each change; changes of a task with an offer hold its project.
 */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  // The operator class is named with its schema, as in the first migration, because the search path may lack that
  // schema.
  const found = await sql<{ schema: string }>`
    select quote_ident(n.nspname) as schema from pg_extension e join pg_namespace n on n.oid = e.extnamespace
    where e.extname = 'pg_trgm'`.execute(db)
  const [extension] = found.rows
  if (!extension) throw new Error('The extension pg_trgm is missing.')
  await sql.raw([tables(extension.schema), keeping].join('\n')).execute(db)
}

const tables = (schema: string): string => `
create table open_tasks (
  task_id uuid primary key references tasks on delete cascade,
  project_id uuid not null references projects on delete cascade,
  currency text not null,
  amount_cents integer not null,
  mode text not null,
  takers text not null,
  min_tier text,
  -- Behind all others without a day or an estimate.
  due_key date not null,
  hours_key double precision not null,
  -- Microseconds since 1970 when the offer was made, below zero: the newest comes first in rising order, as in all other keys.
  place bigint not null,
  skills text[] not null,
  search_text text not null
);
create index open_tasks_newest_idx on open_tasks (place, task_id);
create index open_tasks_reward_idx on open_tasks (currency, (-amount_cents), place, task_id);
create index open_tasks_due_idx on open_tasks (due_key, place, task_id);
create index open_tasks_shortest_idx on open_tasks (hours_key, place, task_id);
create index open_tasks_mode_idx on open_tasks (mode, place, task_id);
create index open_tasks_project_idx on open_tasks (project_id, place, task_id);
create index open_tasks_skills_idx on open_tasks using gin (skills);
create index open_tasks_search_idx on open_tasks using gin (search_text ${schema}.gin_trgm_ops);
create index open_tasks_short_idx on open_tasks using gin (short_parts(search_text));
create trigger open_tasks_words_inserted after insert on open_tasks
  referencing new table as changed for each statement execute function note_search_words();
create trigger open_tasks_words_updated after update on open_tasks
  referencing new table as changed for each statement execute function note_search_words();

create table saved_tasks (
  user_id uuid not null references users on delete cascade,
  task_id uuid not null references tasks on delete cascade,
  saved_at timestamptz not null,
  primary key (user_id, task_id)
);
create index saved_tasks_task_idx on saved_tasks (task_id);
`

const keeping = `
create function keep_open_tasks(wanted uuid[]) returns void language plpgsql as $$
begin
  with now_open as (
    select o.task_id, o.project_id, o.currency, o.amount_cents, o.mode, o.takers, o.min_tier,
      coalesce(t.due_on, 'infinity'::date) as due_key, coalesce(t.estimate_hours::float8, 'infinity'::float8) as hours_key,
      -(extract(epoch from o.made_at) * 1000000)::bigint as place, skill_names(asked.skills) as skills,
      fold_text(t.title || ' ' || asked.skills || ' ' || p.title || ' ' || left(t.description, 300)) as search_text
    from offers o join tasks t on t.id = o.task_id join projects p on p.id = o.project_id
      cross join lateral (
        select case when cardinality(o.skills) > 0 then array_to_string(o.skills, ', ') else p.skills end as skills
      ) as asked
    where o.task_id = any(wanted) and o.closed_at is null and o.mode <> 'assigned'
      and t.deleted_at is null and t.status < 3 and t.assigned_to_id is null
      and p.status in (1, 2) and p.archived_at is null and p.deleted_at is null and not p.applications_paused
      and not exists (select from claims c where c.task_id = o.task_id and c.state = 'active')
  ), gone as (
    delete from open_tasks where task_id = any(wanted) and task_id not in (select n.task_id from now_open n)
  )
  insert into open_tasks
    (task_id, project_id, currency, amount_cents, mode, takers, min_tier, due_key, hours_key, place, skills, search_text)
  select * from now_open
  on conflict (task_id) do update set currency = excluded.currency, amount_cents = excluded.amount_cents,
    mode = excluded.mode, takers = excluded.takers, min_tier = excluded.min_tier, due_key = excluded.due_key,
    hours_key = excluded.hours_key, place = excluded.place, skills = excluded.skills, search_text = excluded.search_text;
end $$;

create function keep_open_task() returns trigger language plpgsql as $$
begin
  perform keep_open_tasks(array[new.task_id]);
  return null;
end $$;
create trigger offers_opened after insert or update on offers for each row execute function keep_open_task();
create trigger claims_opened after insert or update of state on claims for each row execute function keep_open_task();

create function keep_changed_task() returns trigger language plpgsql as $$
begin
  perform keep_open_tasks(array[new.id]);
  return null;
end $$;
create trigger tasks_opened after update on tasks for each row
  when (new.offer_cents is not null and (
    old.status <> new.status or old.title <> new.title or old.description <> new.description
    or old.assigned_to_id is distinct from new.assigned_to_id or old.due_on is distinct from new.due_on
    or old.estimate_hours is distinct from new.estimate_hours or old.deleted_at is distinct from new.deleted_at))
  execute function keep_changed_task();

create function keep_tasks_of_project() returns trigger language plpgsql as $$
begin
  perform keep_open_tasks(array(select task_id from offers where project_id = new.id and closed_at is null));
  return null;
end $$;
create trigger projects_opened after update on projects for each row
  when (old.status <> new.status or old.title <> new.title or old.skills <> new.skills
    or old.applications_paused <> new.applications_paused or old.archived_at is distinct from new.archived_at
    or old.deleted_at is distinct from new.deleted_at)
  execute function keep_tasks_of_project();

select keep_open_tasks(array(select task_id from offers where closed_at is null));
`
