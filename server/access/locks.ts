import { sql } from 'kysely'
import type { ProjectRole } from '../../shared/contract/index.ts'
import type { Tx } from '../db/pool.ts'
import { accessOf, type Access } from './access.ts'

/*
 * What a transaction decided by must still be true when it ends. Everything that keeps it so is here, and every transaction
 * takes what it needs of it in this one order, so that no two wait for each other in a circle:
 *
 *   1. the changes of one person's access (holdAccessChanges)
 *   2. the project's row
 *   3. the rows of memberships, by user ID
 *
 * Only then what the change itself writes (requests, tasks, payments, reputation), and limits last.
 */

/**
 * Lets one transaction at a time change a person's access to a project. There may be no row yet to lock, and what
 * may be asked for depends on several (membership, open request, earlier ones).
 */
export const holdAccessChanges = async (tx: Tx, projectID: string, userID: string): Promise<void> => {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`access ${projectID} ${userID}`}, 0))`.execute(tx)
}

/** Keeps the project from being changed or deleted until the transaction ends. */
export const holdProject = async (tx: Tx, projectID: string): Promise<void> => {
  await tx.selectFrom('projects').select('id').where('id', '=', projectID).forShare().execute()
}

const memberships = (tx: Tx, projectID: string) =>
  tx
    .selectFrom('memberships')
    .select(['user_id', 'role'])
    .where('project_id', '=', projectID)
    // Rows are locked as they are answered: sorted, everybody takes them in the same order.
    .orderBy('user_id')

const rolesIn = (rows: ReadonlyArray<{ user_id: string; role: ProjectRole }>): Map<string, ProjectRole> =>
  new Map(rows.map(({ user_id, role }) => [user_id, role]))

/**
 * The roles of those of these people who are members; they keep them until the transaction ends. All at once, so that people
 * who pay, are paid and change roles never wait for each other in a circle. Not a share lock: two calls of one person would
 * both hold it, and then wait for each other to note the activity.
 */
export const holdMembers = async (
  tx: Tx,
  projectID: string,
  userIDs: readonly string[],
): Promise<Map<string, ProjectRole>> =>
  rolesIn(await memberships(tx, projectID).where('user_id', 'in', userIDs).forNoKeyUpdate().execute())

/**
 * The roles of the owners and of these people, for a change that gives one of them another role or removes them: hence the
 * strongest lock. The owners' are held too, since a project must not lose its last one.
 */
export const holdTeam = async (
  tx: Tx,
  projectID: string,
  userIDs: readonly string[],
): Promise<Map<string, ProjectRole>> =>
  rolesIn(
    await memberships(tx, projectID)
      .where((eb) => eb.or([eb('role', '=', 'owner'), eb('user_id', 'in', userIDs)]))
      .forUpdate()
      .execute(),
  )

/**
 * Whether the person is a member; if so they stay one until the transaction ends. A share lock, so that several tasks can be
 * given to one person at once: such a transaction never writes the row.
 */
export const holdAssignee = async (tx: Tx, projectID: string, userID: string): Promise<boolean> =>
  (await memberships(tx, projectID).where('user_id', '=', userID).forShare().execute()).length > 0

/**
 * The person's access, with the project and their role kept as they are until the transaction ends. Read after they are held,
 * since what was read before may have changed while the transaction waited.
 */
export const holdAccess = async (tx: Tx, projectID: string, userID: string): Promise<Access | undefined> => {
  await holdProject(tx, projectID)
  await holdMembers(tx, projectID, [userID])
  return accessOf(tx, projectID, userID)
}
