import { type RawBuilder, sql } from 'kysely'
import type { BacklogQuery, BacklogSort } from '#shared/contract/task.ts'
import { taskPriorities } from '#shared/contract/task-fields.ts'
import { taskStatus } from '#shared/rules/statuses.ts'
import { weekOf } from '#shared/rules/week.ts'
import type { DbOrTx } from '#server/db/pool.ts'

/** What a backlog shows; `today` is the viewer's day. */
export type Backlog = Omit<BacklogQuery, 'today'> & { projectID: string; today: string }

/** These filters let through the same tasks as those of the screens (`narrow` and `filterTasks` of its feature `tasks`). */
const filtersOf = ({
  number,
  q,
  assignee,
  status,
  label,
  priority,
  due,
  today,
  stage,
  blocked,
}: Backlog): RawBuilder<unknown>[] => {
  const filters: RawBuilder<unknown>[] = []
  if (number !== undefined) filters.push(sql`t.task_number = ${number}`)
  for (const word of (q ?? '').split(/\s+/).filter(Boolean))
    filters.push(sql`exists (
      select 1 from task_titles s left join users u on u.id = t.assigned_to_id
      where s.task_id = t.id
        and position(fold_text(${word}) in concat(s.words, ' #', t.task_number, u.search_name)) > 0)`)
  if (assignee === 'none') filters.push(sql`t.assigned_to_id is null`)
  else if (assignee !== undefined) filters.push(sql`t.assigned_to_id = ${assignee}`)
  if (status !== undefined) filters.push(sql`t.status = ${status}`)
  if (label !== undefined) filters.push(sql`${label}::smallint = any(t.label_ids)`)
  if (priority !== undefined) filters.push(sql`t.priority = ${taskPriorities.indexOf(priority)}`)
  if (due === 'none') filters.push(sql`t.due_on is null`)
  if (due === 'overdue') filters.push(sql`t.due_on < ${today}::date and t.status <> ${taskStatus.completed}`)
  if (due === 'week') {
    const { from, to } = weekOf(today)
    filters.push(sql`t.due_on between ${from}::date and ${to}::date`)
  }
  if (stage !== undefined)
    filters.push(sql`exists (select from project_stages s
      where s.project_id = t.project_id and s.status = t.status and s.id = ${stage} and (t.stage_id = s.id or t.stage_id is null
        and not exists (select from project_stages f where f.project_id = s.project_id and f.status = s.status and f.place < s.place)))`)
  if (blocked)
    filters.push(sql`exists (select 1 from tasks b where b.id = any(t.blocked_by_ids) and b.deleted_at is null
      and b.status not in (${taskStatus.completed}, ${taskStatus.rejected}))`)
  return filters
}

/** Labels sort by their names, each task by its first one, then its second one. */
const keys: Record<BacklogSort, RawBuilder<unknown>> = {
  dueOn: sql`t.due_on`,
  priority: sql`t.priority`,
  labels: sql`case when t.label_ids <> '{}' then
    array(select place from named where named.id = any(t.label_ids) order by place) end`,
  reward: sql`t.offer_cents`,
}

/** The tasks of one page in their order, and how many there are on all pages. */
export const findBacklogIDs = async (
  db: DbOrTx,
  backlog: Backlog,
): Promise<{ ids: readonly string[]; total: number }> => {
  const { projectID, sort, direction, page, limit } = backlog
  const fits = sql.join(
    [sql`t.project_id = ${projectID}`, sql`t.deleted_at is null`, ...filtersOf(backlog)],
    sql` and `,
  )
  const order = sort ? sql`${keys[sort]} ${sql.raw(direction)} nulls last, ` : sql``
  const { rows } = await sql<{ id: string; total: number }>`
    with named as materialized (
      select id, row_number() over (order by lower(name), id) as place from labels where project_id = ${projectID}
    )
    select t.id, (count(*) over ())::int as total from tasks t where ${fits}
    order by ${order} t.updated_at desc, t.id desc limit ${limit} offset ${(page - 1) * limit}`.execute(db)
  if (rows.length > 0 || page === 1) return { ids: rows.map(({ id }) => id), total: rows[0]?.total ?? 0 }
  const counted = await sql<{ total: number }>`select count(*)::int as total from tasks t where ${fits}`.execute(db)
  return { ids: [], total: counted.rows[0]?.total ?? 0 }
}
