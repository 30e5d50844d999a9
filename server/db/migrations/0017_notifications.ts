import { sql, type Kysely } from 'kysely'

/** The inbox: what each person was told of, how they want to be told, and which tasks they follow. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql.raw(inbox).execute(db)
}

const inbox = `
create table notifications (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references users on delete cascade,
  -- What further events are added to while the notice is unread: the ID of a task, a request, a project, a creator application or an account.
  thread uuid not null,
  notice_group text not null
    check (notice_group in ('direct', 'requests', 'review', 'money', 'deadlines', 'following', 'account')),
  -- Of its last event.
  kind text not null,
  actor_id uuid,
  project_id uuid references projects on delete cascade,
  task_id uuid references tasks on delete cascade,
  request_id uuid,
  first_event uuid not null,
  -- The last 20 of its events, oldest first: {id, kind, actor, at}.
  events jsonb not null,
  count integer not null default 1 check (count > 0),
  -- It says that the thing is over for the person: it stays, whatever they may open now.
  is_end boolean not null default false,
  -- With is_end: the project as the person knew it.
  title text,
  -- The transaction of its last event, so that marking what was seen leaves out what came later. Marks do not change it.
  xid xid8 not null default pg_current_xact_id(),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  read_at timestamptz,
  done_at timestamptz,
  snoozed_until timestamptz
);
-- One unread notice for a person and a thread; counting reads it, too.
create unique index notifications_unread_idx on notifications (user_id, thread) where read_at is null and done_at is null;
create index notifications_open_idx on notifications (user_id, updated_at, id) where done_at is null;
create index notifications_done_idx on notifications (user_id, updated_at, id) where done_at is not null;
create index notifications_project_idx on notifications (project_id) where project_id is not null;
create index notifications_task_idx on notifications (task_id) where task_id is not null;

create table notification_settings (
  user_id uuid primary key references users on delete cascade,
  -- For each group: {inbox, mail, desktop}.
  groups jsonb not null,
  time_zone text,
  digest_hour smallint not null check (digest_hour between 0 and 23),
  -- Both or none, as 'HH:MM' in the time zone.
  quiet_from text,
  quiet_to text,
  hide_previews boolean not null,
  check ((quiet_from is null) = (quiet_to is null))
);

-- What a person has chosen for a task; its assignee and its creator follow it without a row.
create table task_follows (
  user_id uuid not null references users on delete cascade,
  task_id uuid not null references tasks on delete cascade,
  state text not null check (state in ('following', 'muted', 'none')),
  primary key (task_id, user_id)
);
create index task_follows_user_idx on task_follows (user_id);

-- Moves of the last two minutes, so that one there and back is recognised.
create table recent_moves (
  event_id uuid primary key,
  task_id uuid not null references tasks on delete cascade,
  left_status smallint not null,
  moved_at timestamptz not null
);
create index recent_moves_task_idx on recent_moves (task_id);

-- Up to where the log of events has been read for those who follow.
create table notification_cursor (
  epoch uuid not null,
  xid xid8 not null,
  id uuid not null,
  only_row boolean primary key default true check (only_row)
);
insert into notification_cursor (epoch, xid, id)
  select epoch, pg_snapshot_xmin(pg_current_snapshot()), '00000000-0000-0000-0000-000000000000' from event_log;
`
