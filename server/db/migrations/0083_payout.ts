import { sql, type Kysely } from 'kysely'

/**
 * How people are paid: sealed, as the secrets of two-step sign-in are. Payments get the numbers of their receipts, and a pay
 * date waits for a payee who has not said how to be paid.
 */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql.raw(payout).execute(db)
}

const payout = `
create table payout_details (
  user_id uuid primary key references users on delete cascade,
  -- AES-256-GCM under the key of two-step sign-in, which is not in the database; key_id tells which key, and nothing of it.
  sealed bytea not null,
  key_id text not null,
  -- Since when somebody who owes them can pay: changes do not move it.
  given_at timestamptz not null,
  changed_at timestamptz not null
);

-- The links 'this was not me' of the mails about changes.
create table payout_changes (
  id uuid primary key,
  user_id uuid not null references users on delete cascade,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  consumed_at timestamptz
);
create index payout_changes_of_user on payout_changes (user_id);
create index payout_changes_expiry on payout_changes (expires_at);

create table payout_readings (
  id uuid primary key,
  user_id uuid not null references users on delete cascade,
  read_by uuid not null references users,
  claim_id uuid not null references claims,
  read_at timestamptz not null
);
create index payout_readings_of_user on payout_readings (user_id, read_at desc, id desc);

alter table session_families drop constraint session_families_revoked_reason_check;
alter table session_families add constraint session_families_revoked_reason_check check (revoked_reason in
  ('logout', 'reuse', 'password_reset', 'administrator', 'ended', 'password_change', 'address_recovery', 'payout_recovery',
   'suspension'));

-- When a person has last closed the question how they are paid.
create table payout_questions (
  user_id uuid primary key references users on delete cascade,
  closed_at timestamptz not null
);

-- What the server that was started last has no setting for: 'payout key' where nobody can say how to be paid.
create table server_lacks (what text primary key);

create function was_paid(project uuid, payee uuid) returns boolean language sql stable as $$
  select exists (select from payments p
    where p.project_id = project and p.user_id = payee and p.voided_at is null and p.missing_at is null)
$$;

-- Null while a pay date does not begin: for somebody whom the project has never paid and who has not said how to be paid.
-- shared/rules/reward-state.ts says the same (payDateOf).
create function pay_date(project uuid, payee uuid, pay_by timestamptz) returns timestamptz language sql stable as $$
  select case
    when was_paid(project, payee) or exists (select from server_lacks l where l.what = 'payout key') then pay_by
    else (select greatest(pay_by, d.given_at + interval '7 days') from payout_details d where d.user_id = payee)
  end
$$;

-- Receipts are numbered in each project, from 1 on.
alter table payments add column receipt_number integer;
alter table payments disable trigger user;
update payments p set receipt_number = n.number from (
  select id, row_number() over (partition by project_id order by created_at, id) as number from payments) n
  where n.id = p.id;
alter table payments enable trigger user;
create unique index payments_receipt_idx on payments (project_id, receipt_number);
-- A process of the release before does not number what it records. Of two payments at once each finds the last
-- one's number: who records holds the row of the project.
create function number_receipt() returns trigger language plpgsql as $$
begin
  -- A restored backup brings its numbers.
  if new.receipt_number is null then
    select coalesce(max(receipt_number), 0) + 1 into new.receipt_number from payments where project_id = new.project_id;
  end if;
  return new;
end
$$;
create trigger payments_receipt before insert on payments for each row execute function number_receipt();
`
