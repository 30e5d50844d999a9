import { type EventKind, eventKinds } from '../contract/events.ts'

const kinds: readonly string[] = ['task.moved', 'task.assigned', 'task.changed', 'task.due', 'task.overdue']
const nouns: readonly string[] = ['comment', 'submission', 'claim', 'offer', 'proposal', 'dispute']

/**
 * The kinds of events of a task that its guest reads as history and hears of. All else of the log is about the project, so a
 * kind that is new is not for guests until it is named here.
 */
export const guestKinds: readonly EventKind[] = eventKinds.filter(
  (kind) => kinds.includes(kind) || nouns.includes(kind.split('.')[0] ?? ''),
)
/** The kinds that a guest reads where they are about the guest: what is owed and was paid to them. */
export const ownGuestKinds = ['reward.due', 'reward.settled'] as const satisfies readonly EventKind[]
