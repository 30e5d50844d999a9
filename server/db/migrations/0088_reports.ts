import { sql, type Kysely } from 'kysely'

/**
 * What people report to the administrators, and what these decided. A hidden project keeps whether it was archived before, and
 * its members are set aside until it is shown again.
 */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql
    .raw(
      `
alter table projects add column hidden_at timestamptz, add column archived_before timestamptz;
alter table comments add column hidden_at timestamptz;

create table hidden_members (
  project_id uuid not null references projects (id) on delete cascade,
  user_id uuid not null references users (id) on delete cascade,
  role text not null check (role in ('admin', 'member')),
  joined_at timestamptz not null,
  last_active_at timestamptz,
  primary key (project_id, user_id)
);
create index hidden_members_user_idx on hidden_members (user_id);

create table reports (
  id uuid primary key,
  kind text not null check (kind in ('project', 'task', 'person', 'comment', 'rating', 'letter')),
  thing_id uuid not null,
  reporter_id uuid references users (id) on delete set null,
  reported_id uuid references users (id) on delete set null,
  reason text not null check (reason in ('spam', 'scam', 'abuse', 'stolenWork', 'other')),
  text text not null check (char_length(text) <= 1000),
  created_at timestamptz not null,
  state text not null default 'open' check (state in ('open', 'decided', 'appealed', 'final')),
  decision text check (decision in ('dismiss', 'hide', 'suspend')),
  decision_text text,
  decided_by uuid references users (id) on delete set null,
  decided_at timestamptz,
  appeal_text text check (char_length(appeal_text) <= 1000),
  appealed_at timestamptz,
  final_decision text check (final_decision in ('kept', 'granted')),
  final_text text,
  final_by uuid references users (id) on delete set null,
  final_at timestamptz,
  check ((state = 'open') = (decision is null)),
  check ((state in ('appealed', 'final')) = (appealed_at is not null)),
  check ((state = 'final') = (final_decision is not null))
);
create unique index reports_open_once on reports (reporter_id, kind, thing_id) where state = 'open';
create index reports_queue_idx on reports (state, created_at, id);
create index reports_thing_idx on reports (kind, thing_id);
create index reports_reporter_idx on reports (reporter_id);
create index reports_reported_idx on reports (reported_id);
`,
    )
    .execute(db)
}
