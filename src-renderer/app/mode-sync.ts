import type { AccountType } from '#shared/contract/index.ts'
import { paths } from '../lib/paths.ts'

/** Milliseconds after a change of the mode before a path may change it again. */
export const MODE_RESYNC_MS = 5000

/** The mode that a landing path sets: creator for the owner dashboard, contributor for anything else. */
export const modeOfLanding = (path: string): AccountType =>
  path.startsWith(paths.ownerDashboard()) ? 'creator' : 'contributor'

/** The mode that a path needs; null where both modes fit, as on the market, a profile or a project. */
export const modeOfPath = (pathname: string): AccountType | null => {
  if (pathname.startsWith(paths.ownerDashboard())) return 'creator'
  return pathname.startsWith(paths.myProjects()) ? 'contributor' : null
}

/** Milliseconds until the mode must follow the path: 0 when due now, null when the path fits the mode. */
export const resyncDueIn = (input: {
  pathname: string
  mode: AccountType
  /** The time of the last change in epoch milliseconds; null when the mode was never changed. */
  lastChange: number | null
  now: number
}): { mode: AccountType; inMs: number } | null => {
  const wanted = modeOfPath(input.pathname)
  if (!wanted || wanted === input.mode) return null
  if (input.lastChange === null) return { mode: wanted, inMs: 0 }
  return { mode: wanted, inMs: Math.max(0, input.lastChange + MODE_RESYNC_MS + 1 - input.now) }
}
