import { sql, type Kysely } from 'kysely'

/**
 * The task that a payment is for. Its number and title are copied, because the entry outlives the task: when a task goes
 * for good, the entry loses the reference to it and nothing else.
 */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql
    .raw(
      `
alter table payments
  add column task_id uuid references tasks on delete set null,
  add column task_number integer,
  add column task_title text,
  add constraint payments_task_check
    check ((task_number is null) = (task_title is null) and (task_id is null or task_number is not null));
create index payments_task_idx on payments (task_id) where task_id is not null;

create or replace function refuse_ledger_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and old.voided_at is null and new.voided_at is not null
    and to_jsonb(new) - '{voided_at,voided_by,void_reason}'::text[]
      = to_jsonb(old) - '{voided_at,voided_by,void_reason}'::text[]
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
`,
    )
    .execute(db)
}
