import { sql } from 'kysely'
import { isHandedIn } from '#server/access/handed-in.ts'
import { type DbOrTx, type Tx, send } from '#server/db/pool.ts'

export type SoleProject = {
  id: string
  title: string
  /** Work that was handed in there under an offer waits for an answer. */
  hasWork: boolean
}

/** Projects that go on, or where work handed in under an offer waits for an answer, and that have no other owner than this person. */
export const findSoleProjects = async (db: DbOrTx, userID: string): Promise<SoleProject[]> => {
  const { rows } = await sql<SoleProject>`
    select p.id, p.title, waits."hasWork" from memberships m join projects p on p.id = m.project_id
      cross join lateral (select exists (select from claims c where c.project_id = p.id and ${isHandedIn}) as "hasWork") as waits
    where m.user_id = ${userID} and m.role = 'owner' and p.deleted_at is null
      and (p.archived_at is null or waits."hasWork")
      and not exists (select from memberships o where o.project_id = p.id and o.role = 'owner' and o.user_id <> m.user_id)
    order by lower(p.title), p.id`.execute(db)
  return rows
}

/** Whether nobody but this person may do what administrators do. */
export const isLastAdministrator = async (db: DbOrTx, userID: string): Promise<boolean> => {
  const { rows } = await sql<{ is_last: boolean }>`
    select is_administrator and suspended_at is null and not exists (
      select from users o where o.is_administrator and o.suspended_at is null and o.deleted_at is null and o.id <> u.id) as is_last
    from users u where id = ${userID}`.execute(db)
  return rows[0]?.is_last ?? false
}

/**
 * When the person's account will be deleted; null if that was not requested. The row is locked until the transaction
 * ends.
 */
export const holdDeletion = async (tx: Tx, userID: string): Promise<Date | null> => {
  const row = await tx
    .selectFrom('users')
    .select('deletion_due_at')
    .where('id', '=', userID)
    .forNoKeyUpdate()
    .executeTakeFirst()
  return row?.deletion_due_at ?? null
}

export const findDeletion = async (db: DbOrTx, userID: string): Promise<Date | null> =>
  (await db.selectFrom('users').select('deletion_due_at').where('id', '=', userID).executeTakeFirst())
    ?.deletion_due_at ?? null

export const setDeletion = async (tx: Tx, userID: string, dueAt: Date | null): Promise<void> => {
  await send(tx, tx.updateTable('users').set({ deletion_due_at: dueAt }).where('id', '=', userID))
}

/**
 * The recipient of a mail about a deletion, and what keeps the account; undefined when there is nobody left to write
 * to.
 */
export const findLeaver = async (db: DbOrTx, userID: string) => {
  const person = await db
    .selectFrom('users')
    .select(['email', 'username', 'name', 'deletion_due_at as due_at'])
    .where('id', '=', userID)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  const projects = await findSoleProjects(db, userID)
  return (
    person && {
      ...person,
      titles: projects.map(({ title }) => title),
      hasWork: projects.some(({ hasWork }) => hasWork),
    }
  )
}
