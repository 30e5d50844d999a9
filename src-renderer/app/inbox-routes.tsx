import type { ComponentType } from 'react'
import { Navigate, type RouteObject } from 'react-router-dom'
import { useKnownCapability } from '../data/capabilities.ts'
import { lazyScreen } from '../lib/lazy-code.tsx'
import { pages } from '../lib/paths.ts'
import { useUserType } from '../lib/user-type.ts'
import { homeOf } from './navigation-items.ts'

const load = async (): Promise<ComponentType> => {
  const [{ InboxPage }, { drawThing }] = await Promise.all([
    import('../features/inbox/InboxPage.tsx'),
    import('./inbox-things.tsx'),
  ])
  return function InboxRoute() {
    const mode = useUserType((state) => state.userType)
    const isThere = useKnownCapability('inbox')
    // A host without an inbox has no such address: it leads home, as every unknown one.
    if (isThere === false) return <Navigate to={homeOf(mode)} replace />
    return isThere ? <InboxPage drawThing={drawThing} /> : null
  }
}

/** The inbox. What it shows beside its list comes from several features. */
export const inboxRoutes: RouteObject[] = [{ path: pages.inbox.at, lazy: lazyScreen(load) }]
