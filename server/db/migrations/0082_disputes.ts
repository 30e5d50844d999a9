import { sql, type Kysely } from 'kysely'

/**
 * Disputes about claims, what both sides state, and what administrators rule. A dispute keeps the dates that stand still
 * while it is open: lease and review are taken from claim and round, and come back with the time that was left.
 */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql.raw(disputes).execute(db)
}

const disputes = `
create table disputes (
  id uuid primary key,
  -- One in the life of a claim.
  claim_id uuid not null unique references claims,
  side text not null check (side in ('holder', 'managers')),
  opened_by uuid not null references users,
  reason text not null check (reason in ('notReviewed', 'notAccepted', 'amount', 'notPaid', 'workMissing', 'other')),
  ask_cents numeric(15, 1) not null check (ask_cents between 0 and 1000000000),
  -- The most that could be asked when it was opened.
  most_cents numeric(15, 1) not null,
  state text not null default 'stating' check (state in ('stating', 'ruling', 'agreed', 'ruled', 'withdrawn')),
  opened_at timestamptz not null,
  state_by timestamptz not null,
  rule_by timestamptz,
  half_reminded_at timestamptz,
  last_reminded_at timestamptz,
  -- As they were when it was opened.
  lease_until timestamptz,
  review_by timestamptz,
  pay_by timestamptz,
  ended_at timestamptz,
  ended_by uuid references users,
  amount_cents numeric(15, 1) check (amount_cents between 0 and most_cents),
  -- Names of people who are gone are taken out of texts, which makes them shorter or longer.
  ruling text check (char_length(ruling) between 1 and 6000),
  check (ask_cents <= most_cents),
  check ((state in ('stating', 'ruling')) = (ended_at is null)),
  check (state <> 'stating' or rule_by is null),
  check (state not in ('ruling', 'ruled') or rule_by is not null),
  check ((state = 'ruled') = (amount_cents is not null)),
  check ((state = 'ruled') = (ruling is not null)),
  check (ended_by is null or ended_at is not null)
);
create index disputes_stating_idx on disputes (state_by) where state = 'stating';
create index disputes_ruling_idx on disputes (rule_by) where state = 'ruling';
create index disputes_opened_idx on disputes (opened_at desc, id desc);

create table dispute_statements (
  id uuid primary key,
  dispute_id uuid not null references disputes,
  side text not null check (side in ('holder', 'managers')),
  -- The statement of a side, and what it adds once.
  part smallint not null check (part in (1, 2)),
  written_by uuid not null references users,
  text text not null check (char_length(text) between 1 and 6000),
  files jsonb not null default '[]' check (jsonb_typeof(files) = 'array' and jsonb_array_length(files) <= 3),
  created_at timestamptz not null,
  unique (dispute_id, side, part)
);

-- When an administrator has opened it, for both sides to see.
create table dispute_readings (
  id uuid primary key,
  dispute_id uuid not null references disputes,
  read_by uuid not null references users,
  read_at timestamptz not null
);
create index dispute_readings_idx on dispute_readings (dispute_id, read_at desc);

create function refuse_ended_dispute() returns trigger language plpgsql as $$
begin
  if old.state not in ('stating', 'ruling') and (new.state, new.amount_cents, new.ended_at)
    is distinct from (old.state, old.amount_cents, old.ended_at)
  then
    raise exception 'A dispute that has ended is final.' using errcode = 'restrict_violation';
  end if;
  if old.state = 'ruling' and new.state = 'stating' then
    raise exception 'A dispute does not go back.' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger disputes_final before update on disputes for each row execute function refuse_ended_dispute();
`
