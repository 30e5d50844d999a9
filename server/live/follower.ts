import type { Cursor } from '../events/read.ts'
import type { Seat } from './seats.ts'
import type { EventStream } from './stream.ts'

/**
 * One open stream. Whatever comes after `at` is sent to it, and what lies before was sent, or was there when it began. A new stream
 * begins where the oldest transaction under way does, so an event or two from just before can reach it, too.
 */
export type Follower = {
  userID: string
  sessionID: string
  /** False for an access token without the scope `admin`, whose person may be an administrator. */
  mayAdminister: boolean
  /** None for a call that does not wait. */
  seat: Seat | undefined
  stream: EventStream
  at: Cursor
  /** The acts on many tasks that it has received, within the last transaction that had one. */
  told: { xid: string; acts: Set<string> }
}
type Place = Pick<Cursor, 'xid' | 'id'>

export const isAfter = (one: Place, other: Place): boolean => {
  const [a, b] = [BigInt(one.xid), BigInt(other.xid)]
  return a > b || (a === b && one.id > other.id)
}
/** Whether the stream has already received that this act changed many tasks. */
export const isTold = ({ told }: Follower, xid: string, act: string | null): boolean =>
  act !== null && told.xid === xid && told.acts.has(act)
export const noteTold = (one: Follower, xid: string, act: string): void => {
  if (one.told.xid !== xid) one.told = { xid, acts: new Set() }
  one.told.acts.add(act)
}
export const latest = (a: Cursor, b: Cursor): Cursor => (isAfter(a, b) ? a : b)

export const followerOf = (one: Omit<Follower, 'at' | 'told'>): Follower => ({
  ...one,
  at: { epoch: '', xid: '0', id: '' },
  told: { xid: '', acts: new Set() },
})
