import { expect } from 'vitest'
import type { TestApp } from '../support/server.ts'

type Part = { idempotencyKey: string; source: 'csv'; total: number; numbers: []; tasks: object[]; continues?: string }

/** The parts of one import, as our clients send them: each task has a comment and a label, and waits for the one above it. */
export const importInParts = (name: string, parts: number, size: number): Part[] =>
  Array.from({ length: parts }, (_, part) => ({
    idempotencyKey: `${name}.${part + 1}`,
    source: 'csv',
    total: parts * size,
    numbers: [],
    tasks: Array.from({ length: size }, (__, at) => {
      const place = part * size + at
      return {
        title: `${name} ${String(place).padStart(5, '0')}`,
        description: 'Work.',
        status: 1,
        labels: [`${name} ${place % 5}`],
        comments: [`Said of ${place}.`],
        ...(place > 0 && { blockedBy: [place - 1] }),
      }
    }),
  }))

/** Sends one part to a server, and returns the ID of its import. Throws when the connection breaks off. */
export const sendPart = async (origin: string, token: string, projectID: string, part: Part): Promise<string> => {
  const answer = await fetch(`${origin}/api/projects/${projectID}/imports`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(part),
  })
  const body = (await answer.json()) as { data?: { id: string } }
  if (answer.status !== 201 || !body.data) throw new Error(`The part was answered with ${answer.status}.`)
  return body.data.id
}

/** Checks that an import is there as a whole and once: tasks in the order of the file, with a comment, a label and a blocker each. */
export const expectOnce = async ({ db }: TestApp, projectID: string, name: string, count: number): Promise<void> => {
  const tasks = await db
    .selectFrom('tasks')
    .where('project_id', '=', projectID)
    .where('title', 'like', `${name} %`)
    .where('deleted_at', 'is', null)
    .orderBy('rank')
    .orderBy('id')
    .select(['id', 'title', 'label_ids', 'blocked_by_ids', 'comment_count'])
    .execute()
  const titleOf = (place: number) => `${name} ${String(place).padStart(5, '0')}`
  const known = new Map(tasks.map(({ id, title }) => [id, title]))
  expect(
    tasks.map((task) => [
      task.title,
      task.label_ids.length,
      task.comment_count,
      task.blocked_by_ids.map((id) => known.get(id)),
    ]),
  ).toEqual(
    Array.from({ length: count }, (_, place) => [titleOf(place), 1, 1, place === 0 ? [] : [titleOf(place - 1)]]),
  )
  const ids = tasks.map(({ id }) => id)
  expect(await db.selectFrom('comments').where('task_id', 'in', ids).select('id').execute()).toHaveLength(count)
  const labels = db.selectFrom('labels').where('project_id', '=', projectID).where('name', 'like', `${name} %`)
  expect(await labels.select('name').execute()).toHaveLength(Math.min(5, count))
}
