import { redirect } from 'react-router-dom'
import { askCapability } from '../data/capabilities.ts'
import { track } from '../lib/analytics.ts'
import { api } from '../lib/api.ts'
import { localData, sessionData } from '../lib/browser-storage.ts'
import { paths } from '../lib/paths.ts'
import { useSession } from '../lib/session.ts'
import { noteWishUsed, unusedWish } from '../lib/wish.ts'
import { setUserType, storedUserType } from '../lib/user-type.ts'
import { type CachedLanding, chooseLanding } from './landing-choice.ts'
import { modeOfLanding, modeOfPath } from './mode-sync.ts'

const readCachedLanding = (): CachedLanding | null => {
  try {
    const cached = JSON.parse(sessionData.get('landingPageCache') ?? 'null') as Partial<CachedLanding> | null
    const { path, timestamp } = cached ?? {}
    return typeof path === 'string' && typeof timestamp === 'number' ? { path, timestamp } : null
  } catch {
    return null
  }
}

/**
 * Where a new account begins: an administrator at Administration, others where they were invited or wanted to go, and then
 * at their profile; null for an account that is not new.
 */
const firstPlace = async (): Promise<string | null> => {
  if (!(await askCapability('profile').catch(() => false))) return null
  return api.users.profile({}).then(
    ({ data }) => {
      if (data.isNew !== true) return null
      return data.isAdministrator ? paths.admin() : (unusedWish(data.wish) ?? paths.firstProfile())
    },
    () => null,
  )
}

/**
 * Saves the time zone of a new account's first device, which daily mail and quiet hours use. If this fails, the
 * settings offer it.
 */
const takeZone = async (): Promise<void> => {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
  if (timeZone === 'UTC' || !(await askCapability('inbox'))) return
  const { data } = await api.notifications.settings({})
  if (data.timeZone === null) await api.notifications.changeSettings({ body: { ...data, timeZone } })
}

/** The loader of /dashboard, which shows nothing itself: it chooses the landing path, sets its mode, and redirects there. */
export const land = async (): Promise<Response> => {
  if (!useSession.getState().userID) return redirect(paths.landing())
  const { path, reason } = await chooseLanding({
    takeRedirect: () => {
      const wanted = localData.get('redirectAfterLogin')
      localData.remove('redirectAfterLogin')
      return wanted
    },
    cached: readCachedLanding,
    storedUserType,
    userDetailsType: async () => (await api.users.details({})).data.type,
    projects: async () => (await api.users.projects({})).data,
    hasActiveProjects: async () => (await api.users.hasActiveProjects({})).data,
    now: Date.now,
  })
  // These are not cached: a saved redirect is used once, a failure may pass, and a cached path keeps its age.
  if (reason !== 'redirect' && reason !== 'failure' && reason !== 'cache')
    sessionData.set('landingPageCache', JSON.stringify({ path, timestamp: Date.now() } satisfies CachedLanding))
  // A link that somebody followed to a place of both modes leaves the mode as it is.
  if (reason !== 'redirect' || modeOfPath(path) || !storedUserType()) setUserType(modeOfLanding(path))
  if (reason === 'redirect') noteWishUsed(path)
  // A link that somebody followed comes first; the profile waits for the next landing.
  const first = reason !== 'redirect' && reason !== 'cache' ? await firstPlace() : null
  if (first !== null) {
    noteWishUsed(first)
    void takeZone().catch(() => undefined)
    return redirect(first)
  }
  track('landing_page_chosen', { path, reason })
  return redirect(path)
}
