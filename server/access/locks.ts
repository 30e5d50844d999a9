import { sql } from 'kysely'
import type { ProjectRole } from '#shared/contract/index.ts'
import { send, type Tx } from '../db/pool.ts'
import { lockOf } from '../db/installation-lock.ts'
import { anyOf, prepared } from '../db/prepared.ts'
import { together } from '../db/together.ts'
import { accessOf, type Access } from './access.ts'

/*
 * Locks on the facts that a transaction decides by, until it ends. To avoid deadlocks, every transaction takes its locks
 * in this order:
 *
 *   0. what a person takes (holdTaker)
 *   1. the changes of one person's access (holdAccessChanges)
 *   2. the project's row
 *   3. the rows of memberships, by user ID
 *
 * Locks whose rows nobody reads are sent without waiting: what a transaction reads next is read when it has them.
 *
 * Only then it writes its own rows (requests, tasks, payments, reputation), and it counts limits last.
 */

const takerLock = (userID: string) => lockOf(`taker ${userID}`)
const accessLock = (projectID: string, userID: string) => lockOf(`access ${projectID} ${userID}`)
const projectLock = (projectID: string) => sql`${prepared} select id from "projects" where id = ${projectID} for share`
const projectLockToChange = (projectID: string) =>
  sql`${prepared} select id from "projects" where id = ${projectID} for no key update`
// Rows are locked in the order in which they are read, so sorting gives every transaction the same order.
const memberLocks = (projectID: string, userIDs: readonly string[]) => sql<RoleRow>`${prepared} select user_id, role
  from "memberships" where project_id = ${projectID} and user_id = ${anyOf(userIDs)} order by "user_id" for no key update`

type Held = {
  /** Whose takings are held (`holdTaker`). */
  takerID?: string | undefined
  projectID: string
  /** The changes of whose access are held (`holdAccessChanges`). */
  accessID?: string | undefined
  /** Whether the project is to be changed (`holdProjectToChange`), or stays as it is (`holdProject`). */
  isToChange: boolean
  /** Whose memberships are held (`holdMembers`). */
  memberIDs: readonly string[]
}

const locksOf = ({ takerID, projectID, accessID, isToChange, memberIDs }: Held) => [
  ...(takerID === undefined ? [] : [takerLock(takerID)]),
  ...(accessID === undefined ? [] : [accessLock(projectID, accessID)]),
  isToChange ? projectLockToChange(projectID) : projectLock(projectID),
  memberLocks(projectID, memberIDs),
]
/**
 * Takes several of the locks below in their order, by statements that are sent together: each waits for the one before, but
 * none for the journey of its answer. Returns the roles of the members.
 */
export const holdInOrder = async (tx: Tx, held: Held): Promise<Map<string, ProjectRole>> =>
  rolesIn((await together<unknown[]>(tx, ...locksOf(held))).at(-1) as RoleRow[])

/** Takes the same locks without waiting for them: the transaction's next statement is run when it has them all. */
export const sendLocks = (tx: Tx, held: Held): Promise<void> => send(tx, ...locksOf(held))

/**
 * Lets one transaction at a time change a person's access to a project. Not a row lock: there may be no row yet, and
 * the decision depends on several (membership, open request, earlier requests).
 */
export const holdAccessChanges = async (tx: Tx, projectID: string, userID: string): Promise<void> => {
  await send(tx, accessLock(projectID, userID))
}

/** Lets one transaction at a time give a person a task to hold, in all projects, so that each counts the earlier ones. */
export const holdTaker = async (tx: Tx, userID: string): Promise<void> => {
  await send(tx, takerLock(userID))
}

/** Lets one transaction at a time add to what a person has saved, so that each counts the earlier ones' rows. */
export const holdSavedProjects = async (tx: Tx, userID: string): Promise<void> => {
  await send(tx, lockOf(`saved ${userID}`))
}

/** The same for saved tasks. */
export const holdSavedTasks = async (tx: Tx, userID: string): Promise<void> => {
  await send(tx, lockOf(`saved tasks ${userID}`))
}

/** Keeps the project from being changed or deleted until the transaction ends. */
export const holdProject = async (tx: Tx, projectID: string): Promise<void> => {
  await send(tx, projectLock(projectID))
}

/** The same for a change of the project itself: of several changes each finds the project as the last one left it. */
export const holdProjectToChange = async (tx: Tx, projectID: string): Promise<void> => {
  await send(tx, projectLockToChange(projectID))
}

const memberships = (tx: Tx, projectID: string) =>
  tx
    .selectFrom('memberships')
    .select(['user_id', 'role'])
    .where('project_id', '=', projectID)
    // Rows are locked in the order in which they are read, so sorting gives every transaction the same order.
    .orderBy('user_id')

type RoleRow = { user_id: string; role: ProjectRole }
const rolesIn = (rows: readonly RoleRow[]): Map<string, ProjectRole> =>
  new Map(rows.map(({ user_id, role }) => [user_id, role]))

/**
 * The roles of those of these people who are members, locked until the transaction ends. One statement locks them all,
 * so that paying, being paid and changing roles never deadlock. A share lock would not do: two calls of one person
 * would both hold it, then wait for each other to record the activity.
 */
export const holdMembers = async (
  tx: Tx,
  projectID: string,
  userIDs: readonly string[],
): Promise<Map<string, ProjectRole>> => rolesIn((await memberLocks(projectID, userIDs).execute(tx)).rows)

/**
 * The roles of the owners and of these people, for a change that removes one of them or changes their role, which needs
 * the strongest lock. Owners are locked too: a project must not lose its last one.
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
 * Whether the person is a member, locked until the transaction ends. A share lock is enough, because the transaction
 * never writes the row; so several tasks can be assigned to one person at once.
 */
export const holdAssignee = async (tx: Tx, projectID: string, userID: string): Promise<boolean> =>
  (await memberships(tx, projectID).where('user_id', '=', userID).forShare().execute()).length > 0

/**
 * The person's access; the project and the person's role are locked until the transaction ends. Read after the locks
 * are taken, since it may have changed while the transaction waited.
 */
export const holdAccess = async (tx: Tx, projectID: string, userID: string): Promise<Access | undefined> => {
  const [, access] = await Promise.all([
    holdInOrder(tx, { projectID, isToChange: false, memberIDs: [userID] }),
    accessOf(tx, projectID, userID),
  ])
  return access
}
