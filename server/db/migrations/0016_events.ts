import { sql, type Kysely } from 'kysely'

/** The event log: one row for each change, written in the transaction of the change. Everything that tells of changes reads it. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql.raw(log).execute(db)
}

const log = `
create table events (
  id uuid not null,
  -- The transaction that wrote it. A reader that stops before the oldest transaction under way misses none.
  xid xid8 not null default pg_current_xact_id(),
  kind text not null,
  -- Null when the clock or the server acted. No foreign keys: an event outlives what it tells of.
  actor_id uuid,
  project_id uuid,
  task_id uuid,
  request_id uuid,
  -- The person whom it is about.
  subject_id uuid,
  data jsonb not null default '{}' check (octet_length(data::text) <= 2048),
  created_at timestamptz not null,
  -- The order in which everybody reads them; the only index, since each change writes to it.
  primary key (xid, id)
);

create function refuse_event_change() returns trigger language plpgsql as $$
begin
  raise exception 'An event is never changed or deleted.' using errcode = 'restrict_violation';
end $$;
create trigger events_append_only before update or delete on events for each row execute function refuse_event_change();
create trigger events_kept before truncate on events for each statement execute function refuse_event_change();

-- Which log a cursor belongs to. A restore begins another one, because it renumbers the transactions.
create table event_log (
  epoch uuid not null,
  only_row boolean primary key default true check (only_row)
);
insert into event_log (epoch) values (gen_random_uuid());
`
