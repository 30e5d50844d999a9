import { sql, type Kysely } from 'kysely'

/**
 * What each owner was owed for by the ledger, one row a due, so that a list can say how its owners pay without reading the
 * ledger. The payer is who made the project, whatever becomes of roles. Triggers count a due again at each entry, answer to its
 * payment, review and ruling; nothing deletes a row.
 */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql.raw([table, counting, triggers].join('\n')).execute(db)
}

const table = `
create index ledger_entries_claim_idx on ledger_entries (claim_id, created_at) where claim_id is not null;
create table payer_dues (
  claim_id uuid primary key references claims,
  payer_id uuid not null references users,
  due_at timestamptz not null,
  -- When the last of it was recorded; null while something is owed.
  paid_at timestamptz,
  is_in_time boolean not null default false,
  owed_cents numeric(15, 1) not null,
  currency text not null,
  -- Not where nothing had to be paid in the end, or the payer would have paid themselves.
  is_counted boolean not null,
  -- The newest of its payments that nobody has confirmed; null where all are.
  unanswered_since timestamptz,
  -- From the hand-in that was accepted to its answer.
  review_days double precision,
  is_by_clock boolean not null default false,
  is_ruled_against boolean not null default false
);
create index payer_dues_newest_idx on payer_dues (payer_id, due_at desc, claim_id desc) where is_counted;
create index payer_dues_owed_idx on payer_dues (payer_id) where owed_cents > 0 and is_counted;
`

const counting = `
create function count_due(claim uuid) returns void language plpgsql as $$
begin
  insert into payer_dues as d (claim_id, payer_id, due_at, paid_at, is_in_time, owed_cents, currency, is_counted,
    unanswered_since, review_days, is_by_clock, is_ruled_against)
  select c.id, p.created_by, e.due_at, paid.at,
    coalesce(paid.at <= case
      -- Who recorded falsely before gains no time by it.
      when e.was_missing then e.due_at + make_interval(days => (c.terms ->> 'payDays')::int)
      -- As pay_date had it before this payment: the first one waits for somebody who has not said how to be paid.
      when exists (select from server_lacks l where l.what = 'payout key') or exists (
        select from payments y where y.project_id = c.project_id and y.user_id = c.user_id and y.created_at < paid.at
          and y.voided_at is null and y.missing_at is null) then c.pay_by
      else coalesce((
        select greatest(c.pay_by, w.given_at + interval '7 days') from payout_details w where w.user_id = c.user_id), paid.at)
    end, false),
    e.owed, e.currency,
    p.created_by <> c.user_id and (e.owed > 0 or e.settled > 0 or e.forgiven_at > c.pay_by
      and not exists (select from proposals a where a.claim_id = c.id and a.state = 'accepted' and a.amount_cents = 0)
      and not exists (select from disputes r where r.claim_id = c.id and r.state = 'ruled' and r.amount_cents = 0)),
    paid.unanswered, extract(epoch from s.answered_at - s.created_at) / 86400,
    coalesce(s.answered_by is null and s.id is not null, false), exists (
      select from disputes r where r.claim_id = c.id and r.state = 'ruled'
        and r.amount_cents > case r.side when 'holder' then 0 else r.ask_cents end)
  from claims c join projects p on p.id = c.project_id
    cross join lateral (
      select min(l.created_at) filter (where l.kind = 'due') as due_at, min(l.currency) as currency,
        sum(case 'due:' || c.id when l.to_account then l.amount_cents when l.from_account then -l.amount_cents else 0 end) as owed,
        coalesce(sum(case when l.kind = 'settle' then l.amount_cents
          when l.kind in ('void', 'missing') and l.to_account = 'due:' || c.id then -l.amount_cents end), 0) as settled,
        max(l.created_at) filter (where l.kind = 'forgive') as forgiven_at,
        bool_or(l.kind = 'missing') as was_missing
      from ledger_entries l where l.claim_id = c.id
    ) as e
    left join lateral (
      select max(l.created_at) filter (where e.owed = 0) as at,
        max(y.created_at) filter (where y.confirmed_at is null) as unanswered
      from ledger_entries l join payments y on y.id = l.payment_id
      where l.claim_id = c.id and l.kind = 'settle' and y.voided_at is null and y.missing_at is null
    ) as paid on true
    left join lateral (
      select s.* from submissions s where s.task_id = c.task_id and s.claim_id = c.id and s.state = 'accepted'
      order by s.round desc limit 1
    ) as s on true
  where c.id = claim and e.due_at is not null
  on conflict (claim_id) do update set paid_at = excluded.paid_at, is_in_time = excluded.is_in_time,
    owed_cents = excluded.owed_cents, is_counted = excluded.is_counted, unanswered_since = excluded.unanswered_since,
    review_days = excluded.review_days, is_by_clock = excluded.is_by_clock, is_ruled_against = excluded.is_ruled_against;
end $$;
`

const triggers = `
create function count_due_of_entry() returns trigger language plpgsql as $$
begin
  perform count_due(new.claim_id);
  return null;
end $$;
create trigger ledger_entries_counted after insert on ledger_entries
  for each row when (new.claim_id is not null) execute function count_due_of_entry();
-- The review of an acceptance, and a ruling, may be written after the due.
create trigger submissions_counted after update of state on submissions
  for each row when (new.claim_id is not null and new.state = 'accepted') execute function count_due_of_entry();
create trigger disputes_counted after update of state on disputes
  for each row when (new.state = 'ruled') execute function count_due_of_entry();

create function count_due_of_claim() returns trigger language plpgsql as $$
begin
  perform count_due(new.id);
  return null;
end $$;
create trigger claims_counted after update of pay_by on claims
  for each row when (new.pay_by is distinct from old.pay_by) execute function count_due_of_claim();

create function count_due_of_payment() returns trigger language plpgsql as $$
begin
  perform count_due(l.claim_id) from ledger_entries l where l.payment_id = new.id and l.kind = 'settle';
  return null;
end $$;
create trigger payments_counted after update of confirmed_at, missing_at on payments
  for each row execute function count_due_of_payment();

select count_due(claim_id) from ledger_entries where kind = 'due';
`
