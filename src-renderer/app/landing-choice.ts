import { toAccountType } from '#shared/rules/account.ts'
import { paths } from '../lib/paths.ts'

/** Milliseconds for which a landing path is cached: a reload soon after leads to the same place without a call. */
export const LANDING_CACHE_MS = 120_000

export type CachedLanding = { path: string; timestamp: number }
export type LandingSources = {
  /** Answers the saved redirect URL and forgets it. */
  takeRedirect: () => string | null
  cached: () => CachedLanding | null
  storedUserType: () => string | null
  userDetailsType: () => Promise<string>
  projects: () => Promise<ReadonlyArray<{ role: string | null; isApproved: boolean }>>
  hasActiveProjects: () => Promise<boolean>
  now: () => number
}
export type LandingReason =
  'redirect' | 'cache' | 'storedType' | 'detailsType' | 'projects' | 'activeProjects' | 'failure'
export type Landing = { path: string; reason: LandingReason }

/** Whether a saved redirect may be used: it must be a path of this app, and no sign-in page. */
export const isOwnPath = (path: string): boolean =>
  /^\/(?![/\\])/.test(path) &&
  ![paths.dashboard(), paths.login(), paths.register()].some((other) => path.startsWith(other))

/**
 * Chooses where a signed-in person lands: the saved redirect, else the place where they landed within the last two
 * minutes, else the dashboard for a creator, else My Projects if they work on one, else the market. It never fails,
 * because the market is open to everybody.
 */
export const chooseLanding = async (sources: LandingSources): Promise<Landing> => {
  const redirect = sources.takeRedirect()
  if (redirect && isOwnPath(redirect)) return { path: redirect, reason: 'redirect' }

  const cached = sources.cached()
  if (cached && isOwnPath(cached.path)) {
    const age = sources.now() - cached.timestamp
    if (age >= 0 && age < LANDING_CACHE_MS) return { path: cached.path, reason: 'cache' }
  }
  if (toAccountType(sources.storedUserType()) === 'creator')
    return { path: paths.ownerDashboard(), reason: 'storedType' }

  const work = (has: boolean) => (has ? paths.myProjects() : paths.market())
  try {
    if (toAccountType(await sources.userDetailsType()) === 'creator')
      return { path: paths.ownerDashboard(), reason: 'detailsType' }
    const projects = await sources.projects().catch(() => null)
    if (projects) return { path: work(projects.some(isWorkedOn)), reason: 'projects' }
    return { path: work(await sources.hasActiveProjects()), reason: 'activeProjects' }
  } catch {
    return { path: paths.market(), reason: 'failure' }
  }
}

/** Whether the person works on a project: as its approved admin or member, in any spelling of capitals. */
const isWorkedOn = ({ role, isApproved }: { role: string | null; isApproved: boolean }) =>
  isApproved && ['admin', 'member'].includes(role?.toLowerCase() ?? '')
