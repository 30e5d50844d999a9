import { sql, type Kysely } from 'kysely'

/** The date by which a request is to be answered, what stops that clock, and how well owners keep to it. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql.raw([columns, stopping, records].join('\n')).execute(db)
}

const columns = `
alter table projects
  add column answers_within_days smallint not null default 14 check (answers_within_days between 3 and 30),
  add column applications_paused boolean not null default false,
  -- Since when the clock of its requests stands, because the project is paused or archived; null while it runs.
  add column clock_stopped_at timestamptz;
update projects set clock_stopped_at = now() where archived_at is not null;

-- The defaults give open requests a date counted from now, and those that a process of the release before still makes.
alter table project_requests
  add column clock_from timestamptz not null default now(),
  add column answer_by timestamptz not null default now() + interval '14 days',
  -- When both sides were reminded, at half time and a day before the end.
  add column half_reminded_at timestamptz,
  add column last_reminded_at timestamptz,
  add column prolonged_at timestamptz,
  add column prolong_reason text,
  -- When an owner or admin first opened it.
  add column seen_at timestamptz,
  -- When the clock closed it. Such a request is withdrawn, too, so that no list of open or answered ones has it.
  add column expired_at timestamptz,
  add constraint project_requests_expired_check check (expired_at is null or withdrawn_at is not null);
create index project_requests_clock_idx on project_requests (answer_by) where status = 0 and withdrawn_at is null;
`

/*
 * A trigger, so that no way of archiving or pausing can forget it, also not a process of the release before that still
 * runs. Open requests have the time left afterwards that they had before.
 */
const stopping = `
create function keep_decision_clock() returns trigger language plpgsql as $$
declare
  stands boolean := new.archived_at is not null or new.applications_paused;
begin
  if tg_op = 'INSERT' then
    new.clock_stopped_at := case when stands then new.created_at end;
  elsif stands and old.clock_stopped_at is null then
    new.clock_stopped_at := new.updated_at;
  elsif not stands and old.clock_stopped_at is not null then
    update project_requests r
    set answer_by = r.answer_by + stood.long, clock_from = r.clock_from + stood.long
    from (
      select id, greatest(new.updated_at - greatest(old.clock_stopped_at, clock_from), interval '0') as long
      from project_requests where project_id = new.id and status = 0 and withdrawn_at is null
    ) as stood
    where r.id = stood.id;
    new.clock_stopped_at := null;
  end if;
  return new;
end $$;
create trigger projects_clock before insert or update of archived_at, applications_paused on projects
  for each row execute function keep_decision_clock();
`

/*
 * What the market says of an owner is kept ready, because its list shows twenty projects at once. A request is closed when it
 * was approved, rejected (status 1, 2) or closed by the clock. The row is locked before the requests are counted: of two
 * answers at once, the second count has both.
 */
const records = `
create table answer_records (
  user_id uuid primary key references users on delete cascade,
  -- Of the last 50 closed applications to this person's projects.
  closed smallint not null default 0,
  answered smallint not null default 0,
  median_hours real
);

create function count_answers(owner_id uuid) returns void language plpgsql as $$
begin
  insert into answer_records (user_id) values (owner_id) on conflict do nothing;
  perform from answer_records where user_id = owner_id for update;

  -- Whoever waited for the row counts what the one before has changed.
  update answer_records a set closed = c.closed, answered = c.answered, median_hours = c.median_hours
  from (
    select count(*) as closed, count(*) filter (where status > 0) as answered,
      percentile_cont(0.5) within group (order by extract(epoch from answered_at - created_at) / 3600)
        filter (where status > 0 and answered_at is not null) as median_hours
    from (
      select r.status, r.created_at, r.answered_at from projects p join project_requests r on r.project_id = p.id
      where p.created_by = owner_id and r.kind = 'application'
        and (r.expired_at is not null or (r.status > 0 and r.withdrawn_at is null))
      order by coalesce(r.expired_at, r.answered_at, r.updated_at) desc limit 50
    ) as newest
  ) as c
  where a.user_id = owner_id;
end $$;

create function note_closed_request() returns trigger language plpgsql as $$
begin
  perform count_answers(created_by) from projects where id = new.project_id;
  return null;
end $$;
create trigger project_requests_closed_before after insert on project_requests for each row
  when (new.kind = 'application' and (new.status > 0 or new.expired_at is not null))
  execute function note_closed_request();
create trigger project_requests_closed after update on project_requests for each row
  when (new.kind = 'application'
    and (old.status is distinct from new.status or old.expired_at is distinct from new.expired_at))
  execute function note_closed_request();

select count_answers(created_by) from (
  select distinct p.created_by from projects p join project_requests r on r.project_id = p.id
  where r.kind = 'application' and r.status > 0 and r.withdrawn_at is null
) as owners;
`
