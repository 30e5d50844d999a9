import type { PrivateLabel } from '#shared/contract/index.ts'

/** The private labels that one can set, in their order; each has a key of its own. */
export const shownLabels = ['shortlist', 'maybe', 'no'] as const satisfies readonly PrivateLabel[]
export type ShownLabel = (typeof shownLabels)[number]

export const labelText: Readonly<Record<ShownLabel, string>> = { shortlist: 'Shortlist', maybe: 'Maybe', no: 'No' }
