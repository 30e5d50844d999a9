import type { Dispute } from '#shared/contract/disputes.ts'

export const RULING = 'The map is complete but for its legend, which is a quarter of the work.'

/** A dispute as our server answers it to its holder: both sides have stated, unless said otherwise. */
export const disputeOf = (extra: Partial<Dispute> = {}): Dispute => ({
  id: '01890000-0000-7000-8000-000000000071',
  claimID: '01890000-0000-7000-8000-000000000072',
  taskID: '01890000-0000-7000-8000-000000000073',
  title: 'Draw the map',
  side: 'holder',
  reason: 'notReviewed',
  state: 'stating',
  openedAt: '2026-12-01T10:00:00.000Z',
  waitsFor: 'managers',
  by: '2026-12-08T10:00:00.000Z',
  isLate: false,
  endedAt: null,
  askCents: 40_000,
  mostCents: 40_000,
  dueCents: 0,
  paidCents: 0,
  currency: 'USD',
  holder: { id: '01890000-0000-7000-8000-000000000074', username: 'ana' },
  ownSide: 'holder',
  mayState: true,
  mayWithdraw: true,
  statements: [
    {
      ...{ side: 'holder', username: 'ana', files: [], createdAt: '2026-12-01T10:00:00.000Z' },
      text: 'Nobody has answered my hand-in since Monday.',
    },
    {
      ...{ side: 'managers', username: 'marta', files: [], createdAt: '2026-12-02T10:00:00.000Z' },
      text: 'The legend is missing, and I said so.',
    },
  ],
  ruling: null,
  readings: [],
  ...extra,
})
