import { staleByEvent } from '#shared/contract/event-stale.ts'
import type { LiveKind } from '#shared/contract/events.ts'
import type { ReadOperation } from './operations.ts'

/**
 * The reads that each kind of event makes stale, wherever the change was made: the same as after the call that makes
 * this change, and the inbox where people may open less or more after it.
 */
export const eventEffects: Readonly<Record<LiveKind, readonly ReadOperation[]>> = {
  ...staleByEvent,
  'notices.changed': ['notifications.list', 'notifications.count'],
}

/** Every read that an event can make stale: what a screen reads again when events were missed. */
export const liveReads: ReadonlySet<ReadOperation> = new Set(Object.values(eventEffects).flat())
