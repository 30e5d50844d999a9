import { sql, type Kysely } from 'kysely'

/**
 * Reviews of both sides. A review is due for a pair of worker and project: triggers note why (`rating_causes`), and the clock
 * makes it due for 14 days, or until both sides have given theirs. What was settled before the update is not asked for.
 */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql.raw([tables, causes].join('\n')).execute(db)
}

const tables = `
create table rating_causes (
  project_id uuid not null references projects on delete cascade,
  worker_id uuid not null references users on delete cascade,
  created_at timestamptz not null default now(),
  primary key (project_id, worker_id)
);
alter table payer_dues add column asked_at timestamptz;
update payer_dues set asked_at = now()
where paid_at is not null and (unanswered_since is null or unanswered_since <= now() - interval '30 days');
create index payer_dues_unasked_idx on payer_dues (unanswered_since) where paid_at is not null and asked_at is null and is_counted;

create table rating_dues (
  id uuid primary key,
  project_id uuid not null references projects on delete cascade,
  worker_id uuid not null references users,
  opened_at timestamptz not null,
  ends_at timestamptz not null,
  -- When both were given, or the time was over; null while it is open.
  revealed_at timestamptz
);
create unique index rating_dues_open_key on rating_dues (project_id, worker_id) where revealed_at is null;
create index rating_dues_ends_idx on rating_dues (ends_at) where revealed_at is null;
create index rating_dues_worker_idx on rating_dues (worker_id, opened_at desc);

create table ratings (
  id uuid primary key,
  due_id uuid not null references rating_dues on delete cascade,
  -- Who gave it: who worked, or an owner or admin of the project.
  side text not null check (side in ('worker', 'payer')),
  author_id uuid not null references users,
  -- Whom it is about: who worked, or who made the project.
  rated_id uuid not null references users,
  again boolean not null,
  clear smallint not null check (clear between 1 and 5),
  -- The quality of the work, or how fair the payer was.
  mark smallint not null check (mark between 1 and 5),
  on_time smallint not null check (on_time between 1 and 5),
  -- Names of people who are gone are taken out of texts, which makes them shorter or longer.
  text text not null check (char_length(text) <= 1000),
  created_at timestamptz not null,
  changed_at timestamptz,
  answer text check (char_length(answer) <= 600),
  answered_at timestamptz,
  answered_by uuid references users,
  hidden_at timestamptz,
  unique (due_id, side),
  check ((answer is null) = (answered_at is null))
);
create index ratings_rated_idx on ratings (rated_id, created_at desc, id desc);
create index ratings_author_idx on ratings (author_id, created_at desc);
`

const causes = `
create function cause_rating_of_leaver() returns trigger language plpgsql as $$
begin
  insert into rating_causes (project_id, worker_id)
  select p.id, old.user_id from projects p
  where p.id = old.project_id and p.hidden_at is null and p.created_by <> old.user_id and exists (
    select from tasks t where t.project_id = old.project_id and t.assigned_to_id = old.user_id and t.status = 4
      and t.deleted_at is null and t.completed_at > coalesce((select max(d.opened_at) from rating_dues d
        where d.project_id = t.project_id and d.worker_id = old.user_id), '-infinity'))
  on conflict do nothing;
  return null;
end $$;
create trigger memberships_rated after delete on memberships
  for each row when (old.role <> 'owner') execute function cause_rating_of_leaver();

create function cause_ratings_of_members() returns trigger language plpgsql as $$
begin
  insert into rating_causes (project_id, worker_id)
  select new.id, m.user_id from memberships m
  where m.project_id = new.id and m.role <> 'owner' and m.user_id <> new.created_by and exists (
    select from tasks t where t.project_id = new.id and t.assigned_to_id = m.user_id and t.status = 4
      and t.deleted_at is null and t.completed_at > coalesce((select max(d.opened_at) from rating_dues d
        where d.project_id = t.project_id and d.worker_id = m.user_id), '-infinity'))
  on conflict do nothing;
  return null;
end $$;
create trigger projects_rated after update of status on projects
  for each row when (new.status = 3 and old.status <> 3) execute function cause_ratings_of_members();
`
