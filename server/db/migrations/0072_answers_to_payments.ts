import { sql, type Kysely } from 'kysely'

/**
 * Who was paid says that it arrived, or that nothing did, once: `answer_key` is the name under which they said it, so that
 * a repeat answers the same. Sums of payments leave out those that never arrived.
 */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql
    .raw(
      `
alter table payments add column answer_key text,
  add constraint payments_answer_key_check check (answer_key is null or num_nonnulls(confirmed_at, missing_at) = 1);

create or replace function refuse_ledger_change() returns trigger language plpgsql as $$
declare
  answers constant text[] := '{voided_at,voided_by,void_reason,confirmed_at,missing_at,missing_text,answer_key}';
begin
  if tg_op = 'UPDATE' and num_nonnulls(old.voided_at, old.confirmed_at, old.missing_at) = 0
    and num_nonnulls(new.voided_at, new.confirmed_at, new.missing_at) = 1
    and to_jsonb(new) - answers = to_jsonb(old) - answers
  then
    return new;
  end if;
  -- The key under which somebody answered goes with their account.
  if tg_op = 'UPDATE' and old.answer_key is not null and new.answer_key = new.id::text
    and to_jsonb(new) - 'answer_key' = to_jsonb(old) - 'answer_key'
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

drop index payments_sums_idx;
create index payments_sums_idx on payments (project_id, currency, user_id) include (amount_cents)
  where voided_at is null and missing_at is null;
`,
    )
    .execute(db)
}
