import { sql, type Kysely } from 'kysely'

/**
 * Offers, claims and the ledger: what a task is worth, who has it, and what is owed. The tables keep the invariants of
 * money themselves: entries are append-only, each kind goes between its accounts only, balances change in the statement
 * of the entry and are never below zero where something is reserved or due, a task has one active claim, and a claim one
 * due. A payment without an entry gets one when its transaction ends, so that a process of the previous release, too,
 * keeps ledger and payments equal. All amounts here are hundredths of the currency; payments keep its smallest unit.
 */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql.raw([units, offers, claims, ledger, payments, existing].join('\n')).execute(db)
}

const units = `
-- Hundredths of an amount in the smallest unit of its currency, as decimalsOf in shared/rules/money.ts has it.
create function hundredths_of(currency text, amount bigint) returns numeric language sql immutable parallel safe
return case
  when currency = any ('{AFN,ALL,BIF,CLP,COP,DJF,GNF,HUF,IDR,IQD,IRR,ISK,JPY,KMF,KPW,KRW,LAK,LBP,MGA,MMK,PKR,PYG,RWF,SLL,SOS,SYP,UGX,VND,VUV,XAF,XOF,XPF,YER}'::text[])
    then amount * 100::numeric
  when currency = any ('{BHD,JOD,KWD,LYD,OMR,TND}'::text[]) then amount / 10::numeric
  else amount::numeric
end;

alter table projects add column currency text not null default 'USD' check (currency ~ '^[A-Z]{3}$');
`

const offers = `
-- One row a task. A closed offer keeps its row, so that its version goes on and the task can say when it was closed.
create table offers (
  task_id uuid primary key references tasks on delete cascade,
  project_id uuid not null references projects,
  amount_cents integer not null check (amount_cents = 0 or amount_cents between 100 and 1000000000),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  mode text not null check (mode in ('assigned', 'apply', 'claim')),
  takers text not null default 'anyone' check (takers in ('anyone', 'tier', 'known', 'newcomers', 'members')),
  min_tier text check (min_tier in ('basic', 'bronze', 'silver', 'gold')),
  skills text[] not null default '{}' check (cardinality(skills) <= 5),
  lease_days smallint not null default 7 check (lease_days between 1 and 30),
  review_days smallint not null default 14 check (review_days between 3 and 30),
  pay_days smallint not null default 14 check (pay_days between 1 and 60),
  ai_rule text not null default 'declare' check (ai_rule in ('any', 'declare', 'none')),
  version integer not null default 1,
  made_by uuid not null references users,
  -- When the offer that is open now, or was last, was made: from then on guests read the task's feed.
  made_at timestamptz not null,
  changed_at timestamptz not null,
  closed_at timestamptz,
  closed_by uuid references users,
  check ((takers = 'tier') = (min_tier is not null)),
  check (closed_by is null or closed_at is not null)
);
create index offers_project_idx on offers (project_id) where closed_at is null;
create index offers_open_idx on offers (made_at desc, task_id desc) where closed_at is null and mode <> 'assigned';
`

const claims = `
-- A claim outlives its task, which may go from Trash for good: its terms have what the task was called.
create table claims (
  id uuid primary key,
  project_id uuid not null references projects,
  task_id uuid not null,
  user_id uuid not null references users,
  kind text not null check (kind in ('claimed', 'applied', 'assigned')),
  state text not null default 'active'
    check (state in ('active', 'returned', 'takenBack', 'expired', 'finished', 'ended')),
  -- Texts and numbers as they were promised.
  terms jsonb not null,
  idempotency_key text,
  claimed_at timestamptz not null,
  -- Null without a lease, and while a round is open.
  lease_until timestamptz,
  first_hand_in_at timestamptz,
  extended_at timestamptz,
  half_warned_at timestamptz,
  last_warned_at timestamptz,
  ended_at timestamptz,
  because text,
  -- By when a due is to be paid, and when managers were reminded of that. Null where no due was written.
  pay_by timestamptz,
  pay_half_reminded_at timestamptz,
  pay_last_reminded_at timestamptz,
  check ((state = 'active') = (ended_at is null)),
  check (kind <> 'assigned' or lease_until is null),
  check (pay_by is null or state = 'finished')
);
create unique index claims_active_key on claims (task_id) where state = 'active';
create unique index claims_idempotency_key on claims (task_id, user_id, idempotency_key) where idempotency_key is not null;
create index claims_task_idx on claims (task_id, claimed_at desc);
create index claims_person_idx on claims (user_id, claimed_at desc, id desc);
create index claims_project_idx on claims (project_id, user_id);
create index claims_lease_idx on claims (lease_until) where state = 'active' and lease_until is not null;
create index claims_pay_idx on claims (pay_by) where pay_by is not null;

create table proposals (
  id uuid primary key,
  claim_id uuid not null references claims,
  side text not null check (side in ('holder', 'managers')),
  made_by uuid not null references users,
  amount_cents numeric(15, 1) not null check (amount_cents between 0 and 1000000000),
  text text not null check (char_length(text) between 1 and 1000),
  state text not null default 'open' check (state in ('open', 'accepted', 'refused', 'withdrawn', 'expired')),
  idempotency_key text not null,
  created_at timestamptz not null,
  ends_at timestamptz not null,
  answered_by uuid references users,
  answered_at timestamptz,
  unique (claim_id, made_by, idempotency_key),
  check ((state = 'open') = (answered_at is null))
);
create unique index proposals_open_key on proposals (claim_id) where state = 'open';
create index proposals_ends_idx on proposals (ends_at) where state = 'open';

-- The claim that a round belongs to, by when it is to be reviewed, and what was said of generators.
alter table submissions
  add column claim_id uuid references claims,
  add column review_by timestamptz,
  add column half_reminded_at timestamptz,
  add column last_reminded_at timestamptz,
  add column ai_use text check (ai_use in ('none', 'some', 'mostly'));
create index submissions_review_idx on submissions (review_by) where state = 'open' and review_by is not null;
`

const ledger = `
-- Amounts have one decimal, for old payments in thousandths. Task, claim and payment may be gone; the entry stays.
create table ledger_entries (
  id uuid primary key,
  project_id uuid not null references projects,
  task_id uuid,
  claim_id uuid,
  user_id uuid references users,
  from_account text not null,
  to_account text not null,
  amount_cents numeric(15, 1) not null check (amount_cents > 0),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  kind text not null check (kind in ('reserve', 'raise', 'release', 'due', 'settle', 'pay', 'void', 'missing', 'forgive')),
  payment_id uuid,
  -- An event of the same transaction; null only of what was there before this table.
  event_id uuid,
  created_at timestamptz not null,
  constraint ledger_entries_accounts_check check (coalesce(case kind
    when 'reserve' then from_account = 'budget' and to_account = 'reserved:' || task_id
    when 'raise' then from_account = 'budget' and to_account = 'reserved:' || task_id
    when 'release' then from_account = 'reserved:' || task_id and to_account = 'budget'
    when 'due' then from_account = 'reserved:' || task_id and to_account = 'due:' || claim_id and user_id is not null
    when 'settle' then from_account = 'due:' || claim_id and to_account = 'paid:' || user_id and payment_id is not null
    when 'pay' then from_account = 'budget' and to_account = 'paid:' || user_id and payment_id is not null
    when 'forgive' then from_account = 'due:' || claim_id and to_account = 'budget' and user_id is not null
    else from_account = 'paid:' || user_id and to_account in ('budget', 'due:' || claim_id) and payment_id is not null
  end, false)),
  constraint ledger_entries_event_check check (event_id is not null or kind in ('pay', 'void'))
);
create index ledger_entries_project_idx on ledger_entries (project_id, created_at desc, id desc);
create index ledger_entries_task_idx on ledger_entries (task_id, created_at) where task_id is not null;
create index ledger_entries_person_idx on ledger_entries (user_id, created_at desc, id desc) where user_id is not null;
-- A part of a payment goes to its account once, and back once; a claim has one due.
create unique index ledger_entries_payment_key on ledger_entries (payment_id, from_account, to_account)
  where payment_id is not null;
create unique index ledger_entries_due_key on ledger_entries (claim_id) where kind = 'due';

create table ledger_balances (
  project_id uuid not null references projects,
  account text not null,
  currency text not null,
  amount_cents numeric(17, 1) not null default 0,
  primary key (project_id, account, currency),
  -- Nobody can reserve, owe or pay from there more than is there.
  constraint ledger_balances_check check (account = 'budget' or amount_cents >= 0)
);

create function refuse_entry_change() returns trigger language plpgsql as $$
begin
  raise exception 'An entry of the ledger is never changed or deleted.' using errcode = 'restrict_violation';
end $$;
create trigger ledger_entries_append_only before delete or update on ledger_entries
  for each row execute function refuse_entry_change();
create trigger ledger_entries_kept before truncate on ledger_entries
  for each statement execute function refuse_entry_change();

create function keep_ledger_balances() returns trigger language plpgsql as $$
begin
  if exists (
    select from added a where a.event_id is not null
      and not exists (select from events e where e.xid = pg_current_xact_id() and e.id = a.event_id)
  ) then
    raise exception 'An entry of the ledger belongs to an event of its own transaction.' using errcode = 'restrict_violation';
  end if;
  -- Rows are made and locked in one order. A CHECK would refuse to insert a difference below zero, so each begins at zero.
  insert into ledger_balances (project_id, account, currency)
  select distinct a.project_id, side.account, a.currency
  from added a, lateral (values (a.from_account), (a.to_account)) as side (account)
  order by 1, 2, 3
  on conflict do nothing;
  update ledger_balances b set amount_cents = b.amount_cents + moved.amount
  from (
    select a.project_id, side.account, a.currency, sum(side.amount) as amount
    from added a, lateral (values (a.from_account, -a.amount_cents), (a.to_account, a.amount_cents)) as side (account, amount)
    group by 1, 2, 3
  ) as moved
  where b.project_id = moved.project_id and b.account = moved.account and b.currency = moved.currency;
  return null;
end $$;
create trigger ledger_entries_balances after insert on ledger_entries referencing new table as added
  for each statement execute function keep_ledger_balances();
`

const payments = `
alter table payments
  add column confirmed_at timestamptz,
  add column missing_at timestamptz,
  add column missing_text text,
  -- Of a void, a confirmation and 'nothing arrived' one excludes the others.
  add constraint payments_answer_check check (num_nonnulls(voided_at, confirmed_at, missing_at) <= 1),
  add constraint payments_missing_check check ((missing_at is null) = (missing_text is null));

create or replace function refuse_ledger_change() returns trigger language plpgsql as $$
declare
  answers constant text[] := '{voided_at,voided_by,void_reason,confirmed_at,missing_at,missing_text}';
begin
  if tg_op = 'UPDATE' and num_nonnulls(old.voided_at, old.confirmed_at, old.missing_at) = 0
    and num_nonnulls(new.voided_at, new.confirmed_at, new.missing_at) = 1
    and to_jsonb(new) - answers = to_jsonb(old) - answers
  then
    return new;
  end if;
  -- The foreign key takes away the reference to a task that goes for good.
  if tg_op = 'UPDATE' and old.task_id is not null and new.task_id is null
    and to_jsonb(new) - 'task_id' = to_jsonb(old) - 'task_id'
    and not exists (select from tasks where id = old.task_id)
  then
    return new;
  end if;
  raise exception 'A ledger entry is never deleted or changed, only voided, once.' using errcode = 'restrict_violation';
end $$;

create function enter_payment() returns trigger language plpgsql as $$
begin
  if not exists (select from ledger_entries where payment_id = new.id and kind in ('settle', 'pay')) then
    insert into ledger_entries
      (id, project_id, task_id, user_id, from_account, to_account, amount_cents, currency, kind, payment_id, event_id, created_at)
    select gen_random_uuid(), new.project_id, new.task_id, new.user_id, 'budget', 'paid:' || new.user_id,
      hundredths_of(new.currency, new.amount_cents), new.currency, 'pay', new.id,
      (select e.id from events e where e.xid = pg_current_xact_id() and e.kind = 'payment.recorded'
        and e.data ->> 'paymentID' = new.id::text limit 1), new.created_at;
  end if;
  if new.voided_at is not null then
    insert into ledger_entries
      (id, project_id, task_id, claim_id, user_id, from_account, to_account, amount_cents, currency, kind, payment_id, event_id, created_at)
    select gen_random_uuid(), l.project_id, l.task_id, l.claim_id, l.user_id, l.to_account, l.from_account, l.amount_cents,
      l.currency, 'void', l.payment_id,
      (select e.id from events e where e.xid = pg_current_xact_id() and e.kind = 'payment.voided'
        and e.data ->> 'paymentID' = new.id::text limit 1), new.voided_at
    from ledger_entries l
    where l.payment_id = new.id and l.kind in ('settle', 'pay')
      and not exists (select from ledger_entries back where back.payment_id = new.id and back.kind = 'void');
  end if;
  return null;
end $$;
-- Deferred: the service writes first what settles a due.
create constraint trigger payments_entered after insert or update of voided_at on payments
  deferrable initially deferred for each row execute function enter_payment();
`

const existing = `
update projects p set currency = paid.currency
from (
  select project_id, min(currency) as currency from payments where voided_at is null
  group by project_id having count(distinct currency) = 1
) as paid
where p.id = paid.project_id and p.currency <> paid.currency;

alter table ledger_entries disable trigger ledger_entries_balances;
insert into ledger_entries
  (id, project_id, task_id, user_id, from_account, to_account, amount_cents, currency, kind, payment_id, event_id, created_at)
select gen_random_uuid(), p.project_id, p.task_id, p.user_id, 'budget', 'paid:' || p.user_id,
  hundredths_of(p.currency, p.amount_cents), p.currency, 'pay', p.id, e.id, p.created_at
from payments p
left join lateral (
  select id from events where project_id = p.project_id and kind = 'payment.recorded' and data ->> 'paymentID' = p.id::text limit 1
) as e on true;
insert into ledger_entries
  (id, project_id, task_id, user_id, from_account, to_account, amount_cents, currency, kind, payment_id, event_id, created_at)
select gen_random_uuid(), p.project_id, p.task_id, p.user_id, 'paid:' || p.user_id, 'budget',
  hundredths_of(p.currency, p.amount_cents), p.currency, 'void', p.id, e.id, p.voided_at
from payments p
left join lateral (
  select id from events where project_id = p.project_id and kind = 'payment.voided' and data ->> 'paymentID' = p.id::text limit 1
) as e on true
where p.voided_at is not null;
alter table ledger_entries enable trigger ledger_entries_balances;
insert into ledger_balances (project_id, account, currency, amount_cents)
select l.project_id, side.account, l.currency, sum(side.amount)
from ledger_entries l, lateral (values (l.from_account, -l.amount_cents), (l.to_account, l.amount_cents)) as side (account, amount)
group by 1, 2, 3;
`
