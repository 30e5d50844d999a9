import { sql } from 'kysely'
import type { Label, LabelColour } from '#shared/contract/index.ts'
import { lockOf } from '#server/db/installation-lock.ts'
import { type DbOrTx, type Tx, send } from '#server/db/pool.ts'

export const findLabels = async (db: DbOrTx, projectID: string): Promise<Label[]> => {
  const { rows } = await sql<Label>`
    select id, name, colour from labels where project_id = ${projectID} order by lower(name), id`.execute(db)
  return rows
}

/** Lets one transaction at a time change the labels of a project, or the templates that name them, which decides by all of them. */
export const holdLabelsOf = async (tx: Tx, projectID: string): Promise<void> => {
  await send(tx, lockOf(`labels ${projectID}`))
}

/** Adds a label under the project's next number, which no other label ever has. */
export const insertLabel = async (
  tx: Tx,
  projectID: string,
  { name, colour }: { name: string; colour: LabelColour },
): Promise<Label> => {
  const { rows } = await sql<Label>`
    with number as (
      insert into task_counters as counter (project_id, last_task_number, last_label_id)
      values (${projectID}, (select coalesce(max(task_number), 0) from tasks where project_id = ${projectID}), 1)
      on conflict (project_id) do update set last_label_id = counter.last_label_id + 1
      returning last_label_id
    )
    insert into labels (project_id, id, name, colour)
    select ${projectID}, last_label_id, ${name}, ${colour} from number returning id, name, colour`.execute(tx)
  const [label] = rows
  if (!label) throw new Error('The statement that adds a label returned no row.')
  return label
}

export const changeLabel = async (tx: Tx, projectID: string, { id, name, colour }: Label): Promise<void> => {
  await send(
    tx,
    sql`update labels set name = ${name}, colour = ${colour} where project_id = ${projectID} and id = ${id}`,
  )
}

/** Deletes a label, also from the tasks and templates that have it; answers false when there is none. */
export const deleteLabel = async (tx: Tx, projectID: string, id: number): Promise<boolean> => {
  const { numAffectedRows } = await sql`delete from labels where project_id = ${projectID} and id = ${id}`.execute(tx)
  if (numAffectedRows !== 1n) return false
  await send(
    tx,
    sql`
    update tasks set label_ids = array_remove(label_ids, ${id}::smallint)
    where project_id = ${projectID} and ${id}::smallint = any(label_ids)`,
  )
  await send(
    tx,
    sql`
    update task_templates set label_ids = array_remove(label_ids, ${id}::smallint)
    where project_id = ${projectID} and ${id}::smallint = any(label_ids)`,
  )
  return true
}
