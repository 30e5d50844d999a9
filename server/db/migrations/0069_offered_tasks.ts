import { sql, type Kysely } from 'kysely'

/**
 * The reward of a task's open offer stands in the task's own row: a board reads it without another table, and a statement
 * that moves a task sees under its lock whether there is an offer.
 */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql
    .raw(
      `
-- Null without an open offer; 0 where one is for reputation alone.
alter table tasks add column offer_cents integer,
  add constraint tasks_offer_check check (offer_cents is null or deleted_at is null);

create function note_offer() returns trigger language plpgsql as $$
begin
  update tasks set offer_cents = case when new.closed_at is null then new.amount_cents end,
    updated_at = greatest(updated_at, new.changed_at)
  where id = new.task_id
    and offer_cents is distinct from case when new.closed_at is null then new.amount_cents end;
  return null;
end $$;
create trigger offers_noted after insert or update on offers for each row execute function note_offer();

update tasks t set offer_cents = o.amount_cents from offers o where o.task_id = t.id and o.closed_at is null;
`,
    )
    .execute(db)
}
