import { sql } from 'kysely'
import { type Tx, send } from '../db/pool.ts'
import { conflict } from '../http/errors.ts'
import { holdProjectToChange } from './locks.ts'

export const HIDDEN_TEXT = 'The administrators have hidden this project.'

/** Errors: 409 for a project that administrators have hidden: nobody new comes in. */
export const requireNotHidden = async (tx: Tx, projectID: string): Promise<void> => {
  const project = await tx.selectFrom('projects').select('hidden_at').where('id', '=', projectID).executeTakeFirst()
  if (project?.hidden_at) throw conflict('CONFLICT', HIDDEN_TEXT)
}

/**
 * Hides a project: it is archived, and all its members but the owners are set aside, so that every condition for people who are
 * not members holds for them. Who has a task there is its guest. Returns false for one that is hidden already, or gone.
 */
export const hideProject = async (tx: Tx, projectID: string, now: Date): Promise<boolean> => {
  await holdProjectToChange(tx, projectID)
  const { numAffectedRows } = await sql`
    update projects set updated_at = ${now}, hidden_at = ${now}, archived_before = archived_at, archived_at = coalesce(archived_at, ${now})
    where id = ${projectID} and hidden_at is null and deleted_at is null`.execute(tx)
  if (!numAffectedRows) return false
  await send(
    tx,
    sql`
    with gone as (
      delete from memberships where project_id = ${projectID} and role <> 'owner'
      returning project_id, user_id, role, joined_at, last_active_at
    ) insert into hidden_members (project_id, user_id, role, joined_at, last_active_at) select * from gone
    on conflict (project_id, user_id) do nothing`,
  )
  // Without a membership they read their task as guests, and what they took without an offer as well.
  await send(
    tx,
    sql`
    update claims set reads_since = coalesce(reads_since, claimed_at)
    where project_id = ${projectID} and state = 'active'`,
  )
  return true
}

/** Shows a hidden project again as it was. */
export const showProject = async (tx: Tx, projectID: string, now: Date): Promise<void> => {
  await holdProjectToChange(tx, projectID)
  await send(
    tx,
    sql`
    update projects set updated_at = ${now}, hidden_at = null, archived_at = archived_before, archived_before = null
    where id = ${projectID} and hidden_at is not null`,
  )
  await send(
    tx,
    sql`
    with back as (
      delete from hidden_members where project_id = ${projectID}
      returning project_id, user_id, role, joined_at, last_active_at
    ) insert into memberships (project_id, user_id, role, joined_at, last_active_at) select * from back
    on conflict (project_id, user_id) do nothing`,
  )
  // Only what was taken under an offer lets somebody in who is no member any more.
  await send(
    tx,
    sql`
    update claims set reads_since = null
    where project_id = ${projectID} and reads_since is not null and terms ->> 'amountCents' is null`,
  )
  // What was taken before its offer, which came while the project was hidden, is read from that offer on.
  await send(
    tx,
    sql`
    update claims c set reads_since = o.made_at from offers o
    where o.task_id = c.task_id and c.project_id = ${projectID} and c.terms ->> 'amountCents' is not null
      and c.reads_since = c.claimed_at and o.made_at > c.claimed_at and o.made_at <= coalesce(c.ended_at, 'infinity')`,
  )
}
