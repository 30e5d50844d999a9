import { sql, type Kysely } from 'kysely'

/** Whose inbox has changed, for the streams that say so: neither marks nor notices of what one follows are events. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql.raw(changes).execute(db)
}

const changes = `
-- Rows are only ever added, so that two changes of one person's inbox never wait for each other. An hour later they go.
create table inbox_changes (
  user_id uuid not null,
  xid xid8 not null default pg_current_xact_id(),
  changed_at timestamptz not null default now()
);
create index inbox_changes_xid_idx on inbox_changes (xid);
create index inbox_changes_time_idx on inbox_changes (changed_at);

-- Triggers write them, so that no way of changing a notice can forget it. A mark that changes nothing is no change.
create function note_inbox_changes() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into inbox_changes (user_id) select distinct user_id from now_there;
  elsif tg_op = 'DELETE' then
    insert into inbox_changes (user_id) select distinct user_id from there_before;
  else
    insert into inbox_changes (user_id)
      select distinct n.user_id from now_there n join there_before o on o.id = n.id
      where (n.xid, n.kind, n.count, n.read_at, n.done_at, n.snoozed_until)
        is distinct from (o.xid, o.kind, o.count, o.read_at, o.done_at, o.snoozed_until);
  end if;
  return null;
end $$;
create trigger notifications_added after insert on notifications
  referencing new table as now_there for each statement execute function note_inbox_changes();
create trigger notifications_changed after update on notifications
  referencing old table as there_before new table as now_there for each statement execute function note_inbox_changes();
create trigger notifications_removed after delete on notifications
  referencing old table as there_before for each statement execute function note_inbox_changes();

-- Which groups the inbox has is among a person's settings.
create function note_inbox_choice() returns trigger language plpgsql as $$
begin
  insert into inbox_changes (user_id) values (new.user_id);
  return null;
end $$;
create trigger notification_settings_changed after insert or update on notification_settings
  for each row execute function note_inbox_choice();
`
