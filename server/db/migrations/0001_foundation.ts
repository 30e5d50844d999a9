import { sql, type Kysely } from 'kysely'

/**
 * Accounts, sessions, limits, waitlist, projects, memberships, requests, tasks and creator applications.
 *
 * Migrations are plain SQL on purpose: they are history and must mean the same for ever, whatever a query builder's
 * defaults become. IDs are UUIDv7 made by the application; times are timestamptz; enumerated values carry a CHECK.
 */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  const schema = await createExtensions(db)
  await sql
    .raw(
      [textFolding(schema), accounts, sessions, limits, waitlist, projects(schema), collaboration, secrets].join('\n'),
    )
    .execute(db)
}

const EXTENSIONS_LOCK = 4_310_000_002

/**
 * Creates the two extensions, which every stock PostgreSQL has ("contrib"). Returns the quoted name of the schema they
 * are in.
 */
const createExtensions = async (db: Kysely<unknown>): Promise<string> => {
  // Extensions are the database's: installations in other schemas may make them at this moment, and would lose them with this one's
  // schema.
  await sql`select pg_advisory_xact_lock(${EXTENSIONS_LOCK})`.execute(db)
  const common = await sql`select where to_regnamespace('public') is not null`.execute(db)
  const where = common.rows.length > 0 ? sql`schema public` : sql``
  for (const name of ['pg_trgm', 'unaccent']) {
    // An extension that exists is not created, because CREATE EXTENSION IF NOT EXISTS may ask for rights that it then
    // does not need.
    const present = await sql`select 1 from pg_extension where extname = ${name}`.execute(db)
    if (present.rows.length > 0) continue
    try {
      await sql`create extension ${sql.id(name)} ${where}`.execute(db)
    } catch (cause) {
      throw new Error(
        `PostgreSQL's extension "${name}" is needed: install its contrib package, or have an administrator run CREATE EXTENSION ${name} in this database.`,
        { cause },
      )
    }
  }
  const found = await sql<{ schema: string }>`
    select quote_ident(n.nspname) as schema from pg_extension e join pg_namespace n on n.oid = e.extnamespace
    where e.extname in ('pg_trgm', 'unaccent') group by 1`.execute(db)
  const [first, second] = found.rows
  if (!first || second) throw new Error('The extensions pg_trgm and unaccent must be in the same schema.')
  return first.schema
}

/**
 * Brings text into one spelling for searching: it folds compatibility forms, case and diacritics in every script
 * (Latin, Greek, Cyrillic, Hebrew points, Arabic marks), then composes again so that Hangul keeps one character a
 * syllable. unaccent() is only STABLE because its dictionary may change; naming the dictionary makes the IMMUTABLE
 * promise ours.
 */
const textFolding = (schema: string): string => String.raw`
create function fold_text(value text) returns text
language sql immutable strict parallel safe
return lower(${schema}.unaccent('${schema}.unaccent'::regdictionary,
  normalize(regexp_replace(normalize(value, NFKD), '[\u0300-\u036f\u0591-\u05c7\u064b-\u065f\u0670]', '', 'g'), NFKC)));
`

const accounts = `
create table users (
  id uuid primary key,
  email text not null,
  username text not null,
  password_hash text not null,
  name text not null default '',
  bio text not null default '',
  account_type text not null default 'contributor' check (account_type in ('contributor', 'creator')),
  is_administrator boolean not null default false,
  is_email_verified boolean not null default false,
  skills text[] not null default '{}',
  reputation integer not null default 0 check (reputation >= 0),
  email_on_invitation boolean not null default true,
  email_on_request_answered boolean not null default true,
  email_on_task_assigned boolean not null default true,
  show_in_talent_directory boolean not null default true,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  last_active_at timestamptz
);
create unique index users_email_key on users (lower(email));
create unique index users_username_key on users (lower(username));
create index users_talents_idx on users (reputation desc, id) where show_in_talent_directory and is_email_verified;

-- Only the hash of a code or token is stored.
create table one_time_codes (
  id uuid primary key,
  user_id uuid not null references users on delete cascade,
  code_hash text not null,
  tries integer not null default 0,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  consumed_at timestamptz
);
create index one_time_codes_user_idx on one_time_codes (user_id, created_at desc);
create index one_time_codes_expiry_idx on one_time_codes (expires_at);

create table email_verification_tokens (
  id uuid primary key,
  user_id uuid not null references users on delete cascade,
  token_hash text not null unique,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  consumed_at timestamptz
);
create index email_verification_tokens_user_idx on email_verification_tokens (user_id);
create index email_verification_tokens_expiry_idx on email_verification_tokens (expires_at);

create table reset_tokens (
  id uuid primary key,
  user_id uuid not null references users on delete cascade,
  token_hash text not null unique,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  consumed_at timestamptz
);
create index reset_tokens_user_idx on reset_tokens (user_id);
create index reset_tokens_expiry_idx on reset_tokens (expires_at);
`

const sessions = `
-- A session: one sign-in and all refresh tokens that descend from it, which are revoked together.
create table session_families (
  id uuid primary key,
  user_id uuid not null references users on delete cascade,
  created_at timestamptz not null default now(),
  revoked_at timestamptz,
  revoked_reason text check (revoked_reason in ('logout', 'reuse', 'password_reset', 'administrator')),
  check ((revoked_at is null) = (revoked_reason is null))
);
create index session_families_user_idx on session_families (user_id) where revoked_at is null;

create table refresh_tokens (
  id uuid primary key,
  family_id uuid not null references session_families on delete cascade,
  token_hash text not null unique,
  parent_id uuid references refresh_tokens on delete set null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  rotated_at timestamptz
);
create index refresh_tokens_family_idx on refresh_tokens (family_id);
create index refresh_tokens_parent_idx on refresh_tokens (parent_id);
create index refresh_tokens_expiry_idx on refresh_tokens (expires_at);
`

const limits = `
-- One INSERT … ON CONFLICT DO UPDATE counts each try, so parallel tries cannot slip past each other.
create table rate_limits (
  key text not null,
  window_start timestamptz not null,
  count integer not null default 0,
  expires_at timestamptz not null,
  primary key (key, window_start)
);
create index rate_limits_expiry_idx on rate_limits (expires_at);
`

const waitlist = `
create table waitlist_entries (
  id uuid primary key,
  email text not null,
  is_invited boolean not null default false,
  invited_token_hash text,
  invitation_expires_at timestamptz,
  last_invited_at timestamptz,
  created_at timestamptz not null default now(),
  registered_user_id uuid references users on delete set null
);
create unique index waitlist_entries_email_key on waitlist_entries (lower(email));
create unique index waitlist_entries_token_key on waitlist_entries (invited_token_hash) where invited_token_hash is not null;
create index waitlist_entries_newest_idx on waitlist_entries (created_at desc, id desc);
create index waitlist_entries_user_idx on waitlist_entries (registered_user_id);
`

const projects = (schema: string): string => `
create table projects (
  id uuid primary key,
  title text not null,
  description text not null,
  detailed_description text,
  client text,
  organization_id uuid,
  organization_name text,
  skills text not null default '',
  tier text not null default 'basic' check (tier in ('basic', 'bronze', 'silver', 'gold')),
  estimated_deadline text,
  budget text,
  weekly_hours double precision not null default 0 check (weekly_hours between 0 and 168),
  deliverables text,
  tags text,
  status smallint not null default 0 check (status between 0 and 4),
  image_key text,
  created_by uuid not null references users on delete restrict,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  published_at timestamptz,
  archived_at timestamptz,
  deleted_at timestamptz,
  search_text text not null generated always as (fold_text(title || ' ' || skills || ' ' || description)) stored
);
-- The market lists open projects that are not archived and not deleted, newest first.
create index projects_market_idx on projects (created_at desc, id desc)
  where status in (1, 2) and archived_at is null and deleted_at is null;
create index projects_market_tier_idx on projects (tier, created_at desc, id desc)
  where status in (1, 2) and archived_at is null and deleted_at is null;
create index projects_market_search_idx on projects using gin (search_text ${schema}.gin_trgm_ops)
  where status in (1, 2) and archived_at is null and deleted_at is null;
create index projects_creator_idx on projects (created_by, created_at desc);
`

const collaboration = `
create table memberships (
  project_id uuid not null references projects on delete cascade,
  user_id uuid not null references users on delete cascade,
  role text not null check (role in ('owner', 'admin', 'member')),
  joined_at timestamptz not null default now(),
  last_active_at timestamptz,
  primary key (project_id, user_id)
);
create index memberships_user_idx on memberships (user_id, joined_at desc);

create table project_requests (
  id uuid primary key,
  project_id uuid not null references projects on delete cascade,
  user_id uuid not null references users on delete cascade,
  kind text not null check (kind in ('application', 'invitation')),
  role text not null default 'member' check (role in ('admin', 'member')),
  message text,
  status smallint not null default 0 check (status between 0 and 2),
  withdrawn_at timestamptz,
  created_by uuid not null references users on delete cascade,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  answered_at timestamptz,
  answered_by uuid references users on delete set null
);
-- There is at most one open request between a person and a project, however many are made at once.
create unique index project_requests_pending_key on project_requests (project_id, user_id)
  where status = 0 and withdrawn_at is null;
create index project_requests_latest_idx on project_requests (project_id, user_id, created_at desc, id desc)
  where withdrawn_at is null;
create index project_requests_project_idx on project_requests (project_id, status, created_at desc)
  where withdrawn_at is null;
create index project_requests_user_idx on project_requests (user_id, kind, created_at desc, id desc)
  where withdrawn_at is null;

create table tasks (
  id uuid primary key,
  project_id uuid not null references projects on delete cascade,
  task_number integer not null check (task_number > 0),
  title text not null,
  description text not null default '',
  status smallint not null default 1 check (status between 0 and 5),
  assigned_to_id uuid references users on delete set null,
  created_by_id uuid references users on delete set null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  started_at timestamptz,
  completed_at timestamptz,
  unique (project_id, task_number)
);
create index tasks_board_idx on tasks (project_id, status, updated_at desc, id desc);
create index tasks_recent_idx on tasks (project_id, updated_at desc, id desc);
create index tasks_assignee_idx on tasks (assigned_to_id, status, updated_at desc);
create index tasks_creator_idx on tasks (created_by_id);

-- The counters are not in projects, so that taking a task number never rewrites or locks the wide row that everybody reads.
create table task_counters (
  project_id uuid primary key references projects on delete cascade,
  last_task_number integer not null default 0
);

create table creator_applications (
  id uuid primary key,
  user_id uuid not null references users on delete cascade,
  status smallint not null default 0 check (status between 0 and 2),
  reason text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  decided_at timestamptz,
  decided_by uuid references users on delete set null
);
create unique index creator_applications_open_key on creator_applications (user_id) where status in (0, 1);
create index creator_applications_user_idx on creator_applications (user_id, created_at desc);
create index creator_applications_newest_idx on creator_applications (status, created_at desc, id desc);
`

const secrets = `
-- Secrets that all server processes of one database share (the key that signs tokens), unless the settings give them.
create table server_secrets (
  name text primary key,
  value text not null,
  created_at timestamptz not null default now()
);
`
