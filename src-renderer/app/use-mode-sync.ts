import { useEffect } from 'react'
import { useLocation } from 'react-router-dom'
import { sessionData } from '../lib/browser-storage.ts'
import { useSession } from '../lib/session.ts'
import { setUserType, useUserType } from '../lib/user-type.ts'
import { resyncDueIn } from './mode-sync.ts'

/** Lets the mode follow the path where they conflict, once the last change is more than 5 seconds old. */
export const useModeSync = (): void => {
  const { pathname } = useLocation()
  const mode = useUserType((state) => state.userType)
  const isSignedIn = useSession((session) => session.userID !== null)
  useEffect(() => {
    // The page of who has just signed out is still there for a moment; its mode must not be kept for whoever comes next.
    if (!isSignedIn) return
    const stored = Number(sessionData.get('lastUserTypeChange'))
    const due = resyncDueIn({ pathname, mode, lastChange: stored > 0 ? stored : null, now: Date.now() })
    if (!due) return
    const timer = setTimeout(() => setUserType(due.mode), due.inMs)
    return () => clearTimeout(timer)
  }, [pathname, mode, isSignedIn])
}
