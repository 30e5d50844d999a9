// What must be true once the load is over.
import type { Db } from '#server/db/pool.ts'
import { until } from './cluster.ts'
import type { Load } from './load.ts'

const KINDS = ['task.created', 'comment.added', 'payment.recorded'] as const
/** Seconds within which a stream must have received the last change. */
const CATCH_UP = 60

const repeated = (values: readonly unknown[]) => values.length - new Set(values).size

export const expectAll = async (
  { projectID, acknowledged, refused, streams }: Load,
  db: Db,
  check: (sentence: string, isTrue: boolean) => void,
): Promise<void> => {
  const tasks = await db
    .selectFrom('tasks')
    .select(['id', 'title', 'task_number'])
    .where('project_id', '=', projectID)
    .execute()
  const taskIDs = tasks.map(({ id }) => id)
  const comments = await db
    .selectFrom('comments')
    .innerJoin('tasks', 'tasks.id', 'comments.task_id')
    .select(['comments.id', 'comments.body'])
    .where('tasks.project_id', '=', projectID)
    .execute()
  const payments = await db.selectFrom('payments').select(['id', 'note']).where('project_id', '=', projectID).execute()
  const stored = new Set([...taskIDs, ...comments.map(({ id }) => id), ...payments.map(({ id }) => id)])
  const lost = acknowledged.filter(({ id }) => !stored.has(id))
  const countOf = (kind: string) => acknowledged.filter((one) => one.kind === kind).length
  const byKind = `${countOf('task')} tasks, ${countOf('comment')} comments, ${countOf('payment')} payments`
  check(`${acknowledged.length} changes acknowledged (${byKind}), ${lost.length} lost`, lost.length === 0)
  check(
    `${refused.length} calls answered with anything but success or 503 ${refused.slice(0, 3).join(' | ')}`,
    refused.length === 0,
  )
  const doubled =
    repeated(tasks.map(({ title }) => title)) +
    repeated(comments.map(({ body }) => body)) +
    repeated(payments.map(({ note }) => note))
  check(
    `${stored.size} stored, of which ${stored.size - acknowledged.length} were never answered; ${doubled} doubled`,
    doubled === 0,
  )
  const numbers = repeated(tasks.map(({ task_number }) => task_number))
  check(`${numbers} numbers of tasks given twice`, numbers === 0)

  const events = await db
    .selectFrom('events')
    .select(['id', 'kind'])
    .where('project_id', '=', projectID)
    .where('kind', 'in', KINDS)
    .orderBy('xid')
    .orderBy('id')
    .execute()
  check(`${events.length} events, one for each stored change`, events.length === stored.size)
  for (const [n, { frames, counts, end }] of streams.entries()) {
    const last = events.at(-1)?.id ?? ''
    await until(
      `stream ${n + 1} has the last change`,
      async () => (frames.includes(last) ? true : undefined),
      CATCH_UP,
    ).catch(() => undefined)
    await end()
    const known = new Set(events.map(({ id }) => id))
    const seen = frames.filter((id) => known.has(id))
    const missed = known.size - new Set(seen).size
    const twice = repeated(seen)
    const isInOrder = seen.every((id, at) => id === events[at]?.id)
    check(
      `stream ${n + 1}: ${seen.length} changes, missed ${missed}, twice ${twice}, ${isInOrder ? 'in order' : 'OUT OF ORDER'}, opened ${counts.opened} times, ${counts.resets} resets`,
      missed === 0 && twice === 0 && isInOrder && counts.opened === 1 && counts.resets === 0,
    )
  }
}
