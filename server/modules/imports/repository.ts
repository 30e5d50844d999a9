import type { ImportSource } from '#shared/contract/index.ts'
import { type Tx, send } from '#server/db/pool.ts'

export type ImportKey = { projectID: string; createdBy: string; idempotencyKey: string }

/**
 * Claims the idempotency key for this transaction. False when another import has it; if that is under way at this moment,
 * this waits for it.
 */
export const insertImport = async (
  tx: Tx,
  row: ImportKey & { id: string; requestHash: string; source: ImportSource; continues: string | null; now: Date },
): Promise<boolean> => {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('imports')
    .values({
      id: row.id,
      project_id: row.projectID,
      created_by: row.createdBy,
      idempotency_key: row.idempotencyKey,
      request_hash: row.requestHash,
      source: row.source,
      continues: row.continues,
      created_at: row.now,
    })
    .onConflict((conflict) => conflict.columns(['project_id', 'created_by', 'idempotency_key']).doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

export const findImport = (tx: Tx, { projectID, createdBy, idempotencyKey }: ImportKey) =>
  tx
    .selectFrom('imports')
    .where('project_id', '=', projectID)
    .where('created_by', '=', createdBy)
    .where('idempotency_key', '=', idempotencyKey)
    .select(['id', 'request_hash', 'task_ids'])
    .executeTakeFirst()

export const setTasks = async (
  tx: Tx,
  id: string,
  taskIDs: readonly string[],
  waitingIDs: readonly string[],
): Promise<void> => {
  await send(
    tx,
    tx
      .updateTable('imports')
      .set({ task_ids: [...taskIDs], waiting_ids: [...waitingIDs] })
      .where('id', '=', id),
  )
}

/** An import of the project, which nobody else takes back before the transaction ends. */
export const holdImport = (tx: Tx, projectID: string, id: string) =>
  tx
    .selectFrom('imports')
    .where('project_id', '=', projectID)
    .where('id', '=', id)
    .where('continues', 'is', null)
    .select(['id', 'created_by', 'task_ids', 'undone_at'])
    .forUpdate()
    .executeTakeFirst()

/** The tasks of an import's further parts, in the order in which these came, and those that each part has made wait for its own. */
export const findFurther = async (tx: Tx, id: string): Promise<{ taskIDs: string[]; waitingIDs: string[] }> => {
  const parts = await tx
    .selectFrom('imports')
    .where('continues', '=', id)
    .orderBy('id')
    .select(['task_ids', 'waiting_ids'])
    .execute()
  return { taskIDs: parts.flatMap((part) => part.task_ids), waitingIDs: parts.flatMap((part) => part.waiting_ids) }
}

export const setUndone = async (tx: Tx, id: string, now: Date): Promise<void> => {
  await send(tx, tx.updateTable('imports').set({ undone_at: now }).where('id', '=', id))
}
