/**
 * When a claim ends, and when its holder is warned. An end is a moment, n times 24 hours after its start, so that no
 * zone and no change of clocks moves it.
 */
export const DAY_MS = 24 * 60 * 60_000

/** The moment n times 24 hours later. */
export const daysAfter = (moment: Date, days: number): Date => new Date(moment.getTime() + days * DAY_MS)

/** Signs of work keep a claim alive up to this many leases after it was made. */
const LEASES_MAX = 4

type Claim = { claimedAt: Date; leaseUntil: Date | null; leaseDays: number }

/**
 * The end of the lease after a comment, file, tick or move by the holder: never earlier than before. Null, without a
 * lease, while a round waits or for a claim that has none, stays null.
 */
export const leaseAfterSign = ({ claimedAt, leaseUntil, leaseDays }: Claim, now: Date): Date | null => {
  if (leaseUntil === null) return null
  const pushed = Math.min(daysAfter(now, leaseDays).getTime(), daysAfter(claimedAt, LEASES_MAX * leaseDays).getTime())
  return new Date(Math.max(leaseUntil.getTime(), pushed))
}

export type LeaseWarning = 'half' | 'lastDay'

/** When the holder is warned of this end. Leases of one or two days have one warning, at half. */
export const leaseWarnings = (
  leaseUntil: Date,
  leaseDays: number,
): ReadonlyArray<{ warning: LeaseWarning; at: Date }> => {
  const half = { warning: 'half' as const, at: daysAfter(leaseUntil, -leaseDays / 2) }
  if (leaseDays <= 2) return [half]
  return [half, { warning: 'lastDay', at: daysAfter(leaseUntil, -1) }]
}

/** What the clock knows of a lease. A warning counts when it came after its moment; a lease that was pushed on has later ones. */
export type LeaseState = {
  leaseUntil: Date | null
  leaseDays: number
  halfWarnedAt: Date | null
  lastWarnedAt: Date | null
}

/**
 * What a lease makes due at a moment: its end, else the latest warning that was not given. A clock that comes late gives
 * one of two missed warnings, and none once the lease is over.
 */
export const dueOfLease = (lease: LeaseState, now: Date): 'expired' | LeaseWarning | null => {
  const { leaseUntil, leaseDays } = lease
  if (leaseUntil === null) return null
  if (leaseUntil <= now) return 'expired'
  const due = leaseWarnings(leaseUntil, leaseDays)
    .filter(({ at }) => at <= now)
    .at(-1)
  if (!due) return null
  const given = due.warning === 'half' ? lease.halfWarnedAt : lease.lastWarnedAt
  return given !== null && given >= due.at ? null : due.warning
}
