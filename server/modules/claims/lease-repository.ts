import { sql } from 'kysely'
import { type DbOrTx, type Tx, send } from '#server/db/pool.ts'
import { type ClaimRow, columns } from './repository.ts'

/** A finished claim is active again. */
export const reviveClaim = (tx: Tx, id: string, leaseUntil: Date | null) =>
  send(
    tx,
    tx
      .updateTable('claims')
      .set({
        state: 'active',
        ended_at: null,
        because: null,
        pay_by: null,
        lease_until: leaseUntil,
        own_comments: null,
      })
      .where('id', '=', id),
  )

export const setLease = (
  tx: Tx,
  id: string,
  leaseUntil: Date | null,
  more: { extended_at?: Date; because?: string } = {},
) =>
  send(
    tx,
    tx
      .updateTable('claims')
      .set({ lease_until: leaseUntil, ...more })
      .where('id', '=', id),
  )

/** A round waits: its time does not run. */
export const noteHandIn = async (tx: Tx, id: string, now: Date): Promise<void> => {
  await send(
    tx,
    sql`update claims set first_hand_in_at = coalesce(first_hand_in_at, ${now}::timestamptz), lease_until = null
    where id = ${id}`,
  )
}

/** The task's active claim of this person, if it has a lease that can be pushed on. */
export const holdLease = async (tx: Tx, taskID: string, userID: string): Promise<ClaimRow | undefined> => {
  const { rows } = await sql<ClaimRow>`
    select ${columns} from claims c
    where c.task_id = ${taskID} and c.user_id = ${userID} and c.state = 'active' and c.lease_until is not null
    for no key update`.execute(tx)
  return rows[0]
}

/** Active claims whose lease is over, or of whose end the holder is to be warned (`dueOfLease`), earliest first. */
export const findDueLeases = async (
  db: DbOrTx,
  now: Date,
  limit: number,
): Promise<Array<{ id: string; project_id: string }>> => {
  const half = sql`c.lease_until - make_interval(hours => 12 * (c.terms ->> 'leaseDays')::int)`
  const last = sql`c.lease_until - interval '24 hours'`
  const hasLast = sql`(c.terms ->> 'leaseDays')::int > 2`
  const { rows } = await sql<{ id: string; project_id: string }>`
    select c.id, c.project_id from claims c
    where c.state = 'active' and c.lease_until is not null
      and c.lease_until <= ${now}::timestamptz + interval '15 days' and (
        c.lease_until <= ${now}::timestamptz
        or (${hasLast} and ${last} <= ${now}::timestamptz and coalesce(c.last_warned_at < ${last}, true))
        or (${half} <= ${now}::timestamptz and not (${hasLast} and ${last} <= ${now}::timestamptz)
          and coalesce(c.half_warned_at < ${half}, true)))
    order by c.lease_until, c.id limit ${limit}`.execute(db)
  return rows
}

export const noteWarned = (tx: Tx, id: string, warning: 'half' | 'lastDay', now: Date) =>
  send(
    tx,
    tx
      .updateTable('claims')
      .set(warning === 'half' ? { half_warned_at: now } : { last_warned_at: now })
      .where('id', '=', id),
  )
