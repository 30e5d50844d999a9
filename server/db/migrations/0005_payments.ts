import { sql, type Kysely } from 'kysely'

/** The ledger that records the payments in projects. It moves no money. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql.raw(ledger).execute(db)
}

const ledger = `
-- One request to record a single or bulk payment. A repeated request has the same key; the hash tells whether its body is the same, too.
create table payment_recordings (
  id uuid primary key,
  project_id uuid not null references projects on delete restrict,
  recorded_by uuid not null references users on delete restrict,
  idempotency_key text not null,
  request_hash text not null,
  created_at timestamptz not null default now(),
  unique (project_id, recorded_by, idempotency_key)
);

create table payments (
  id uuid primary key,
  recording_id uuid not null references payment_recordings on delete restrict,
  -- The place of this part in a bulk payment, in the order of the request.
  position integer not null,
  project_id uuid not null references projects on delete restrict,
  user_id uuid not null references users on delete restrict,
  amount_cents integer not null check (amount_cents > 0),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  method text,
  note text,
  created_at timestamptz not null default now(),
  voided_at timestamptz,
  voided_by uuid references users on delete restrict,
  void_reason text,
  check ((voided_at is null) = (voided_by is null)),
  unique (recording_id, position)
);
create index payments_project_idx on payments (project_id, created_at desc, id desc);
create index payments_person_idx on payments (project_id, user_id, created_at desc, id desc);
create index payments_sums_idx on payments (project_id, currency, user_id) include (amount_cents) where voided_at is null;

-- No program can change or delete an entry; it can only void one.
create function refuse_ledger_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and old.voided_at is null and new.voided_at is not null
    and to_jsonb(new) - '{voided_at,voided_by,void_reason}'::text[]
      = to_jsonb(old) - '{voided_at,voided_by,void_reason}'::text[]
  then
    return new;
  end if;
  raise exception 'A ledger entry is never deleted or changed, only voided, once.' using errcode = 'restrict_violation';
end $$;
create trigger payments_ledger before update or delete on payments for each row execute function refuse_ledger_change();
`
