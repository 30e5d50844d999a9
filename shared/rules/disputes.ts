import type { Dispute, DisputeReason, DisputeRow, DisputeState } from '../contract/disputes.ts'

/** How people call what a dispute is about, and how far it is. */

export const disputeReasonLabels: Readonly<Record<DisputeReason, string>> = {
  notReviewed: 'Not reviewed',
  notAccepted: 'Not accepted',
  amount: 'The amount',
  notPaid: 'Not paid',
  workMissing: 'Work is missing',
  other: 'Something else',
}
export const disputeStateLabels: Readonly<Record<DisputeState, string>> = {
  stating: 'Both sides state',
  ruling: 'To be ruled',
  agreed: 'Agreed',
  ruled: 'Ruled',
  withdrawn: 'Withdrawn',
}
export const sideLabels = { holder: 'Who has the task', managers: 'The project' } as const
export const ADMINISTRATORS_LATE = 'The administrators are late.'

/** Who has to do the next thing. */
export const waitsForText = ({ waitsFor }: Pick<DisputeRow, 'waitsFor'>): string => {
  if (waitsFor === null) return ''
  return waitsFor === 'administrators' ? 'The administrators' : sideLabels[waitsFor]
}

/** What a ruling of an amount means, in hundredths; null for an amount that cannot be ruled. */
export const meaningOfRuling = (
  { mostCents, dueCents, paidCents }: Pick<Dispute, 'mostCents' | 'dueCents' | 'paidCents'>,
  amountCents: number,
): { dueCents: number; releasedCents: number; givenUpCents: number; paidCents: number } | null => {
  if (amountCents < paidCents || amountCents > mostCents) return null
  const rest = mostCents - amountCents
  // Before acceptance the rest is only reserved; after it, it is owed.
  const isDue = dueCents + paidCents > 0
  return {
    dueCents: amountCents - paidCents,
    releasedCents: isDue ? 0 : rest,
    givenUpCents: isDue ? rest : 0,
    paidCents,
  }
}
