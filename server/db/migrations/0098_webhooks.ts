import { sql, type Kysely } from 'kysely'

/**
 * What programs of the operator's are sent of a project: the target by its name, never by its address, the place in the log up to
 * which it was sent, the secrets that sign it, sealed, and what became of each event of the last days. `held_until` is of the
 * database's clock: until then one process alone sends.
 */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql
    .raw(
      `
create table webhooks (
  id uuid primary key,
  project_id uuid not null references projects (id) on delete cascade,
  target text not null,
  kinds text[] not null check (cardinality(kinds) > 0),
  state text not null default 'active' check (state in ('active', 'paused')),
  made_by uuid references users (id) on delete set null,
  made_at timestamptz not null,
  cursor_epoch uuid not null,
  cursor_xid xid8 not null,
  cursor_id uuid not null,
  tries integer not null default 0,
  next_at timestamptz,
  held_by uuid,
  held_until timestamptz,
  unique (project_id, target)
);
create index webhooks_made_by_idx on webhooks (made_by);
create index webhooks_target_idx on webhooks (target) where state = 'active';

create table webhook_secrets (
  id uuid primary key,
  webhook_id uuid not null references webhooks (id) on delete cascade,
  sealed bytea not null,
  key_id text not null,
  made_at timestamptz not null,
  ends_at timestamptz
);
create index webhook_secrets_webhook_idx on webhook_secrets (webhook_id);

create table webhook_deliveries (
  id uuid primary key,
  webhook_id uuid not null references webhooks (id) on delete cascade,
  event_id uuid not null,
  event_xid xid8 not null,
  kind text not null,
  is_delivered boolean not null,
  answer text not null,
  tries integer not null default 1,
  sent_at timestamptz not null,
  unique (webhook_id, event_id)
);
create index webhook_deliveries_newest on webhook_deliveries (webhook_id, sent_at desc, id desc);
create index webhook_deliveries_sent_idx on webhook_deliveries (sent_at);
`,
    )
    .execute(db)
}
