import { v7 as uuidv7 } from 'uuid'
import { withTx } from '#server/db/pool.ts'
import { type NewEvent, record } from '#server/events/record.ts'
import { isStarted } from '#server/modules/tasks/credit.ts'
import { taskStatus } from '#shared/rules/statuses.ts'
import type { TestApp } from './server.ts'

export type PlayedTask = { id: string; projectID: string; status: number }
type Born = { status?: number; by?: string; hours?: number; isUnannounced?: boolean }

/** Writes what happens to tasks at given times, rows and events as the server writes them, so that a test tells a history of years. */
export const taskHistory = ({ db }: Pick<TestApp, 'db'>) => {
  let number = 0
  const happen = (at: string, event: NewEvent) => withTx(db, (tx) => record(tx, new Date(at), event))
  const about = ({ id, projectID }: PlayedTask) => ({ actorID: null, projectID, taskID: id })
  return {
    /** `isUnannounced`: by a server that keeps no log. */
    create: async (projectID: string, at: string, { status = 1, by, hours, isUnannounced }: Born = {}) => {
      const task: PlayedTask = { id: uuidv7(), projectID, status }
      const isDone = status === taskStatus.completed
      await db
        .insertInto('tasks')
        .values({
          id: task.id,
          project_id: projectID,
          task_number: (number += 1),
          title: `Task ${number}`,
          status,
          assigned_to_id: by ?? null,
          estimate_hours: hours ?? null,
          created_at: at,
          started_at: isStarted(status) ? at : null,
          completed_at: isDone ? at : null,
          created_completed: isDone,
        })
        .execute()
      if (!isUnannounced) await happen(at, { kind: 'task.created', ...about(task), data: { status } })
      return task
    },
    move: async (task: PlayedTask, at: string, to: number) => {
      const row = await db.selectFrom('tasks').where('id', '=', task.id).select('started_at').executeTakeFirstOrThrow()
      await db
        .updateTable('tasks')
        .set({
          status: to,
          started_at: row.started_at ?? (isStarted(to) ? at : null),
          completed_at: to === taskStatus.completed ? at : null,
        })
        .where('id', '=', task.id)
        .execute()
      await happen(at, { kind: 'task.moved', ...about(task), data: { from: task.status, to } })
      task.status = to
    },
    trash: async (task: PlayedTask, at: string) => {
      await db.updateTable('tasks').set({ deleted_at: at }).where('id', '=', task.id).execute()
      await happen(at, { kind: 'task.deleted', ...about(task), data: {} })
    },
    restore: async (task: PlayedTask, at: string) => {
      await db.updateTable('tasks').set({ deleted_at: null }).where('id', '=', task.id).execute()
      await happen(at, { kind: 'task.restored', ...about(task), data: {} })
    },
    /** What becomes of it when it has been in Trash for 30 days. */
    forget: async ({ id }: PlayedTask) => {
      await db.deleteFrom('tasks').where('id', '=', id).execute()
    },
  }
}
