import type { EventKind } from '../contract/events.ts'

/** The kinds of events that owners choose together for a webhook, by what people call them. */
export const webhookGroups = [
  {
    label: 'Tasks',
    kinds: [
      ...(['task.created', 'task.changed', 'task.moved', 'task.staged', 'task.assigned'] as const),
      ...(['task.deleted', 'task.restored', 'task.due', 'task.overdue'] as const),
    ],
  },
  {
    label: 'Hand-ins and reviews',
    kinds: ['submission.submitted', 'submission.accepted', 'submission.changes', 'submission.withdrawn'],
  },
  { label: 'Comments', kinds: ['comment.added', 'comment.edited', 'comment.deleted'] },
  {
    label: 'Offers and claims',
    kinds: [
      ...(['offer.made', 'offer.changed', 'offer.closed', 'claim.made', 'claim.returned'] as const),
      ...(['claim.takenBack', 'claim.expired', 'claim.ended', 'claim.finished'] as const),
    ],
  },
  {
    label: 'Rewards and payments',
    kinds: [
      ...(['reward.reserved', 'reward.released', 'reward.due', 'reward.settled', 'reward.forgiven'] as const),
      ...(['payment.recorded', 'payment.voided', 'payment.confirmed', 'payment.missing'] as const),
    ],
  },
  {
    label: 'Requests and members',
    kinds: [
      ...(['request.applied', 'request.withdrawn', 'request.approved', 'request.rejected'] as const),
      ...(['request.invited', 'request.accepted', 'request.declined', 'request.expired'] as const),
      ...(['member.joined', 'member.role', 'member.removed', 'member.left'] as const),
    ],
  },
  {
    label: 'The project and its files',
    kinds: [
      ...(['project.published', 'project.changed', 'project.status', 'project.archived'] as const),
      ...(['project.restored', 'project.deleted', 'file.uploaded', 'file.deleted'] as const),
    ],
  },
] as const satisfies ReadonlyArray<{ label: string; kinds: readonly EventKind[] }>

/** What a webhook sends, in words: the groups that it has whole, then the other kinds by their names. */
export const webhookKindsText = (kinds: readonly string[]): string => {
  const whole = webhookGroups.filter((group) => group.kinds.every((kind) => kinds.includes(kind)))
  const named: ReadonlySet<string> = new Set(whole.flatMap((group): readonly string[] => group.kinds))
  return [...whole.map(({ label }) => label), ...kinds.filter((kind) => !named.has(kind))].join(', ')
}
