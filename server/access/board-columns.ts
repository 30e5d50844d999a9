import { type RawBuilder, sql } from 'kysely'
import { type BoardTask, taskPriorities } from '#shared/contract/index.ts'

/** What boards show of a task beyond the first release. */
type CardFields = Required<
  Pick<
    BoardTask,
    | 'dueOn'
    | 'priority'
    | 'labelIDs'
    | 'stageID'
    | 'doneOf'
    | 'comments'
    | 'blockedBy'
    | 'waitsSince'
    | 'openRound'
    | 'rank'
    | 'shown'
    | 'rewardCents'
  >
>
export type BoardColumns = { [K in keyof CardFields]: Exclude<CardFields[K], undefined> }

/** A time as the API writes it: ISO 8601 in UTC, milliseconds. */
export const utcText = (column: string) =>
  sql<string>`to_char(${sql.ref(column)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

/** The number of ticked lines of the task `t`. */
const ticked = sql`(select count(*) from jsonb_array_elements(t.done_when) as line where (line ->> 'isDone')::boolean)`

/**
 * What boards show of the task `t`, each as a text or a number. A task that has nothing of it costs no more than reading its
 * row. Deleted tasks block nothing.
 */
export const boardParts = {
  dueOn: sql`t.due_on::text`,
  priority: sql`(array[${sql.join(taskPriorities.map((name) => sql.lit(name)))}])[t.priority + 1]`,
  done: ticked,
  lines: sql`jsonb_array_length(t.done_when)`,
  blockedBy: sql`array(
    select b.task_number from tasks b where b.id = any(t.blocked_by_ids) and b.deleted_at is null order by b.task_number)`,
} as const satisfies Record<string, RawBuilder<unknown>>

/** Selects the same of the task `t` as columns, under the contract's names. */
export const boardColumns = sql<BoardColumns>`${boardParts.dueOn} as "dueOn", ${boardParts.priority} as priority,
  t.label_ids as "labelIDs", t.stage_id as "stageID", t.comment_count as "comments", t.rank, t.shown_version::integer as "shown",
  case when t.done_when <> '[]' then array[${boardParts.done}::integer, ${boardParts.lines}] end as "doneOf",
  case when t.blocked_by_ids = '{}' then '{}' else ${boardParts.blockedBy} end as "blockedBy",
  ${utcText('t.waits_since')} as "waitsSince", t.open_round as "openRound", t.offer_cents as "rewardCents"`
