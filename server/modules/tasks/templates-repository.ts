import { type RawBuilder, sql } from 'kysely'
import { taskPriorities, type TaskTemplate } from '#shared/contract/index.ts'
import { type DbOrTx, type Tx, send } from '#server/db/pool.ts'

type Row = Omit<TaskTemplate, 'priority' | 'estimateHours'> & { priority: number; estimateHours: string | null }

const templateOf = ({ priority, estimateHours, ...row }: Row): TaskTemplate => ({
  ...row,
  priority: taskPriorities[priority] ?? 'none',
  estimateHours: estimateHours === null ? null : Number(estimateHours),
})

const columns = sql.raw(`id, name, title, description, priority, estimate_hours as "estimateHours",
  label_ids as "labelIDs", stage_id as "stageID", done_when as "doneWhen"`)

/** The project's templates, by name. */
export const findTemplates = async (db: DbOrTx, projectID: string): Promise<TaskTemplate[]> => {
  const { rows } = await sql<Row>`
    select ${columns} from task_templates where project_id = ${projectID} order by lower(name), id`.execute(db)
  return rows.map(templateOf)
}

/** The project's template of this ID; undefined when there is none. */
export const findTemplate = async (db: DbOrTx, projectID: string, id: string): Promise<TaskTemplate | undefined> => {
  const { rows } = await sql<Row>`
    select ${columns} from task_templates where project_id = ${projectID} and id = ${id}`.execute(db)
  return rows.map(templateOf)[0]
}

/** How many templates the project has. */
export const countTemplates = async (tx: Tx, projectID: string): Promise<number> => {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from task_templates where project_id = ${projectID}`.execute(tx)
  return rows[0]?.n ?? 0
}

/** Whether a template other than `id` has this name, in capitals or not, by the rule of the unique index. */
export const hasTemplateNamed = async (tx: Tx, projectID: string, name: string, id: string): Promise<boolean> => {
  const { rows } = await sql`
    select 1 from task_templates where project_id = ${projectID} and lower(name) = lower(${name}) and id <> ${id}`.execute(
    tx,
  )
  return rows.length > 0
}

const values = ({
  priority,
  estimateHours,
  labelIDs,
  stageID = null,
  doneWhen,
}: TaskTemplate): Record<string, RawBuilder<unknown>> => ({
  priority: sql`${taskPriorities.indexOf(priority)}::smallint`,
  estimate: sql`${estimateHours}::numeric`,
  labels: sql`${labelIDs}::smallint[]`,
  stage: sql`${stageID}::smallint`,
  lines: sql`${doneWhen}::text[]`,
})

export const insertTemplate = async (tx: Tx, projectID: string, template: TaskTemplate): Promise<void> => {
  const { id, name, title, description } = template
  const { priority, estimate, labels, stage, lines } = values(template)
  await send(
    tx,
    sql`
    insert into task_templates (id, project_id, name, title, description, priority, estimate_hours, label_ids, stage_id, done_when)
    values (${id}, ${projectID}, ${name}, ${title}, ${description}, ${priority}, ${estimate}, ${labels}, ${stage}, ${lines})`,
  )
}

export const changeTemplate = async (tx: Tx, projectID: string, template: TaskTemplate): Promise<void> => {
  const { id, name, title, description } = template
  const { priority, estimate, labels, stage, lines } = values(template)
  await send(
    tx,
    sql`
    update task_templates set name = ${name}, title = ${title}, description = ${description}, priority = ${priority},
      estimate_hours = ${estimate}, label_ids = ${labels}, stage_id = ${stage}, done_when = ${lines}
    where project_id = ${projectID} and id = ${id}`,
  )
}

/** Deletes a template; answers false when there is none. */
export const deleteTemplate = async (tx: Tx, projectID: string, id: string): Promise<boolean> => {
  const { numAffectedRows } = await sql`
    delete from task_templates where project_id = ${projectID} and id = ${id}`.execute(tx)
  return numAffectedRows === 1n
}
