import { sql } from 'kysely'
import type { BoardTask, ProjectRole } from '#shared/contract/index.ts'
import { type Db, type DbOrTx, send } from '../db/pool.ts'
import { anyOf, prepared } from '../db/prepared.ts'
import { mayOpenProject } from '../access/known-projects.ts'
import { isGuest } from '../access/party.ts'
import { boardColumns, type BoardColumns } from '../access/board-columns.ts'

/** Who may hear of the projects that a few events are about. */
export type Rights = {
  /** The members of a project, of those that were asked for. */
  membersOf: (projectID: string) => Iterable<string>
  administrators: Iterable<string>
  isAdministrator: (userID: string) => boolean
  /** The person's role; undefined for somebody who is no member. `isDeleted` says that the project is gone. */
  memberOf: (userID: string, projectID: string | null) => { role: ProjectRole; isDeleted: boolean } | undefined
  /** The guests of a task, who are no members of its project, with the moment from which on each may hear of it. */
  guestsOf: (taskID: string | null) => ReadonlyMap<string, Date>
}

type Row = {
  user_id: string
  project_id: string | null
  role: ProjectRole
  is_deleted: boolean
  task_id: string | null
  since: Date | null
}

const nobody: ReadonlyMap<string, Date> = new Map()

/**
 * The members of some projects, the guests of some tasks and, where they are asked for, the administrators; with `onlyIDs` those among these people alone. One
 * query, whatever the number of people.
 */
export const findRights = async (
  db: Db,
  asked: {
    projectIDs: readonly string[]
    taskIDs: readonly string[]
    hasAdministrators: boolean
    /** Whether administrators without two-step sign-in may not act as such. */
    needsTwoStep: boolean
    onlyIDs: readonly string[] | null
  },
): Promise<Rights> => {
  const { projectIDs, taskIDs, hasAdministrators, needsTwoStep, onlyIDs } = asked
  const among = (column: string) => (onlyIDs === null ? sql`` : sql`and ${sql.ref(column)} = ${anyOf(onlyIDs)}`)
  const { rows } = await sql<Row>`${prepared}
    select m.user_id, m.project_id, m.role, p.deleted_at is not null as is_deleted, null::uuid as task_id,
      null::timestamptz as since
    from memberships m join projects p on p.id = m.project_id
    where m.project_id = ${anyOf(projectIDs)} ${among('m.user_id')}
    union all
    select c.user_id, c.project_id, 'member', false, t.id, c.reads_since
    from claims c join tasks t on t.id = c.task_id join projects p on p.id = t.project_id
    where c.task_id = ${anyOf(taskIDs)} and c.reads_since is not null and c.state in ('active', 'finished')
      and t.deleted_at is null and p.deleted_at is null and ${isGuest(sql`c.user_id`)} ${among('c.user_id')}
    union all
    select id, null, 'admin', false, null, null from users where ${hasAdministrators}::boolean and is_administrator ${among('id')}
      and (not ${needsTwoStep}::boolean or exists (
        select from two_step s where s.user_id = users.id and s.confirmed_at is not null))`.execute(db)
  const administrators = new Set<string>()
  const members = new Map<string, Map<string, Row>>()
  const guests = new Map<string, Map<string, Date>>()
  for (const row of rows) {
    if (row.project_id === null) administrators.add(row.user_id)
    else if (row.task_id !== null && row.since !== null)
      guests.set(row.task_id, (guests.get(row.task_id) ?? new Map<string, Date>()).set(row.user_id, row.since))
    else members.set(row.project_id, (members.get(row.project_id) ?? new Map<string, Row>()).set(row.user_id, row))
  }
  return {
    membersOf: (projectID) => members.get(projectID)?.keys() ?? [],
    administrators,
    isAdministrator: (userID) => administrators.has(userID),
    memberOf: (userID, projectID) => {
      const row = projectID === null ? undefined : members.get(projectID)?.get(userID)
      return row && { role: row.role, isDeleted: row.is_deleted }
    },
    guestsOf: (taskID) => (taskID === null ? undefined : guests.get(taskID)) ?? nobody,
  }
}

/**
 * The people whose notices have changed since a place (a transaction, in digits) was read, connected or not, and the place from
 * which the next look goes on. One query, however many people are connected. The table `inbox_changes` is filled by triggers:
 * `notifications_added`, `notifications_changed`, `notifications_removed` and `notification_settings_changed`.
 */
export const findInboxChanges = async (
  db: Db,
  from: string,
): Promise<{ until: string; userIDs: readonly string[] }> => {
  const { rows } = await sql<{ user_id: string; xid: string }>`${prepared}
    select distinct on (user_id) user_id, xid::text as xid from inbox_changes
    where xid >= ${from}::text::xid8 and xid < pg_snapshot_xmin(pg_current_snapshot())
    order by user_id, xid desc`.execute(db)
  // Not up to the oldest transaction under way: the number of one that wrote nothing may come again after a crash (events/read.ts).
  const until = rows.reduce((most, { xid }) => (BigInt(xid) < most ? most : BigInt(xid) + 1n), BigInt(from))
  return { until: String(until), userIDs: rows.map(({ user_id }) => user_id) }
}

/** From which transaction on notices change after now. A number behind a change, for the same reason. */
export const endOfInboxChanges = async (db: Db): Promise<string> => {
  const { rows } = await sql<{ xid: string }>`
    select xid::text as xid from inbox_changes
    where xid < pg_snapshot_xmin(pg_current_snapshot()) order by xid desc limit 1`.execute(db)
  return rows[0] ? String(BigInt(rows[0].xid) + 1n) : '0'
}

/** Removes what all streams have told long ago, and seats that nobody has had since. The database's clock wrote the times, so it is asked here, too. */
export const removeNotifiedChanges = async (db: Db): Promise<void> => {
  await send(db, sql`delete from inbox_changes where changed_at < now() - interval '1 hour'`)
  await send(db, sql`delete from stream_seats where held_until < now() - interval '1 hour'`)
}

/** What boards show of these tasks now; deleted ones and those of deleted projects are left out. */
export const findBoardTasks = async (db: DbOrTx, taskIDs: readonly string[]): Promise<Map<string, BoardTask>> => {
  if (taskIDs.length === 0) return new Map()
  type Plain = 'id' | 'taskId' | 'title' | 'status' | 'projectID' | 'version'
  type Assignee = 'assignedToID' | 'assignedToUsername' | 'assignedToName'
  const { rows } = await sql<
    Pick<BoardTask, Plain | Assignee> & { createdAt: Date; updatedAt: Date } & BoardColumns
  >`${prepared}
    select t.id, t.task_number::text as "taskId", t.title, t.status, t.project_id as "projectID",
      t.assigned_to_id as "assignedToID", a.username as "assignedToUsername", nullif(a.name, '') as "assignedToName",
      t.created_at as "createdAt", t.updated_at as "updatedAt", t.version, ${boardColumns}
    from tasks t join projects p on p.id = t.project_id left join users a on a.id = t.assigned_to_id
    where t.id = ${anyOf(taskIDs)} and t.deleted_at is null and p.deleted_at is null`.execute(db)
  return new Map(
    rows.map(({ createdAt, updatedAt, ...task }) => [
      task.id,
      { ...task, createdAt: createdAt.toISOString(), updatedAt: updatedAt.toISOString() },
    ]),
  )
}

export const isProjectDeleted = async (db: DbOrTx, id: string): Promise<boolean> => {
  const { rows } = await sql`select from projects where id = ${id} and deleted_at is null`.execute(db)
  return rows.length === 0
}

/** Whether the person may know of the project, or has a task of it as a guest, and so may ask for its events. */
export const mayAskAbout = async (db: Db, projectID: string, userID: string): Promise<boolean> => {
  const { rows } = await sql`select from projects p where p.id = ${projectID} and p.deleted_at is null
    and (${mayOpenProject(userID)} or exists (
      select from tasks t where t.project_id = p.id and t.deleted_at is null and t.id in (
        select c.task_id from claims c where c.user_id = ${userID}) and ${isGuest(userID)}))`.execute(db)
  return rows.length > 0
}

/** A seat is held for so long at a time; the streams of a process that was killed give theirs up after it. */
const HELD = sql`interval '30 seconds'`

/** Takes the first of the person's seats that nobody holds, unless somebody else takes it at the same moment. */
export const takeSeat = async (
  db: Db,
  userID: string,
  streamID: string,
  { first, most }: { first: number; most: number },
): Promise<{ isTaken: boolean; isFull: boolean }> => {
  const { rows } = await sql<{ is_taken: boolean; is_full: boolean }>`${prepared}
    with free as (
      select n from generate_series(${first}::int, ${first + most - 1}::int) n
      where not exists (select from stream_seats where user_id = ${userID}::uuid and seat = n and held_until > now())
    ), taken as (
      insert into stream_seats (user_id, seat, stream_id, held_until)
      select ${userID}::uuid, n, ${streamID}::uuid, now() + ${HELD} from free order by n limit 1
      on conflict (user_id, seat) do update set stream_id = excluded.stream_id, held_until = excluded.held_until
        where stream_seats.held_until <= now()
      returning seat
    )
    select exists (select from taken) as is_taken, not exists (select from free) as is_full`.execute(db)
  const [row] = rows
  return { isTaken: row?.is_taken ?? false, isFull: row?.is_full ?? false }
}

export const renewSeats = async (db: Db, streamIDs: readonly string[]): Promise<void> => {
  await send(db, sql`update stream_seats set held_until = now() + ${HELD} where stream_id = any(${streamIDs}::uuid[])`)
}

export const freeSeat = async (db: Db, streamID: string): Promise<void> => {
  await send(db, sql`${prepared} delete from stream_seats where stream_id = ${streamID}`)
}
