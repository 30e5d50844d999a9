import type { AccountType } from '../../shared/contract/index.ts'
import { paths } from '../lib/paths.ts'

/** Milliseconds after a change in which the mode stays as it was set. */
export const MODE_RESYNC_MS = 5000

/** The landing page sets the mode: the owner dashboard means creator, anything else contributor. */
export const modeOfLanding = (path: string): AccountType =>
  path.startsWith(paths.ownerDashboard()) ? 'creator' : 'contributor'

/** The mode a path calls for; null where both modes are at home. */
const modeOfPath = (pathname: string): AccountType | null => {
  if (pathname.startsWith(paths.ownerDashboard())) return 'creator'
  return [paths.market(), paths.myProjects()].some((path) => pathname.startsWith(path)) ? 'contributor' : null
}

/** Milliseconds until the mode must follow the path: 0 when due now, null when they do not conflict. */
export const resyncDueIn = (input: {
  pathname: string
  mode: AccountType
  /** Epoch milliseconds; null when the mode was never changed. */
  lastChange: number | null
  now: number
}): { mode: AccountType; inMs: number } | null => {
  const wanted = modeOfPath(input.pathname)
  if (!wanted || wanted === input.mode) return null
  if (input.lastChange === null) return { mode: wanted, inMs: 0 }
  return { mode: wanted, inMs: Math.max(0, input.lastChange + MODE_RESYNC_MS + 1 - input.now) }
}
