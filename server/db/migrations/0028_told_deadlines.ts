import { sql, type Kysely } from 'kysely'

/** Which due dates of tasks were told of, so that each is told of once, and the index that finds those to tell of. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql.raw(deadlines).execute(db)
}

const deadlines = `
-- A table of its own, because a change of a task's row is a change of its board.
create table told_deadlines (
  task_id uuid not null references tasks on delete cascade,
  due_on date not null,
  kind text not null check (kind in ('task.due', 'task.overdue')),
  told_at timestamptz not null,
  primary key (task_id, due_on, kind)
);

-- Statuses: 4 is Completed, 5 Rejected.
create index tasks_due_idx on tasks (due_on) where due_on is not null and deleted_at is null and status not in (4, 5);
`
