import { sessionIsValid } from '#server/access/session.ts'
import type { Db } from '#server/db/pool.ts'
import { inWriteBatches } from '#server/db/write-batches.ts'
import type { Limit } from '#server/limits/limit-table.ts'
import { counting, countingMore, holdingCounts } from '#server/limits/limits.ts'
import { insertTasks, moveTasks } from './batch-repository.ts'
import { moveTask, type MovedTask, type TaskMove } from './move-repository.ts'
import { insertTask, type InsertResult, type NewTask } from './repository.ts'

/** A new task without an assignee and without any field that a task need not have, and the limit under which it counts. */
type PlainTask = { task: NewTask; sessionID: string; limit: Limit }

/** The commonest writes of one database, each joined with others of its kind that come at the same time. */
const createBatches = (db: Db) => ({
  add: inWriteBatches<PlainTask, InsertResult>({
    alone: ({ task, sessionID, limit }) =>
      insertTask(db, task, {
        statement: counting(task.now, limit, sessionIsValid({ userID: task.createdBy, sessionID })),
        most: limit.limit,
      }),
    together: (tasks) =>
      insertTasks(
        db,
        tasks.map(({ limit: { key, limit: most }, ...one }) => ({ ...one, key, most })),
        { holding: holdingCounts, more: countingMore },
      ),
    subjectOf: ({ task }) => (task.key === null ? task.id : `${task.projectID} ${task.createdBy} ${task.key}`),
  }),
  // A move that a check refuses goes another way, so there is nothing to gain by making it alone.
  move: inWriteBatches<TaskMove, MovedTask | null>({
    alone: async (move) => (await moveTask(db, move)) ?? null,
    together: async (moves) => (await moveTasks(db, moves)).map((row) => row ?? null),
    subjectOf: ({ id }) => id,
  }),
})

const batchesOf = new WeakMap<Db, ReturnType<typeof createBatches>>()
const batches = (db: Db) => {
  const known = batchesOf.get(db) ?? createBatches(db)
  batchesOf.set(db, known)
  return known
}

/** Adds a plain task as `insertTask` does, together with others that are added at the same moment. */
export const addTask = (db: Db, task: PlainTask): Promise<InsertResult> => batches(db).add(task)

/** Moves a task as `moveTask` does, together with others that are moved at the same moment; null when a check fails. */
export const moveOneOfMany = (db: Db, move: TaskMove): Promise<MovedTask | null> => batches(db).move(move)
