import { useEffect } from 'react'
import { useLocation } from 'react-router-dom'
import { sessionData } from '../lib/browser-storage.ts'
import { useSession } from '../lib/session.ts'
import { setUserType, useUserType } from '../lib/user-type.ts'
import { resyncDueIn } from './mode-sync.ts'

/** Changes the mode to fit the path, once the last change is more than 5 seconds old. */
export const useModeSync = (): void => {
  const { pathname } = useLocation()
  const mode = useUserType((state) => state.userType)
  const isSignedIn = useSession((session) => session.userID !== null)
  useEffect(() => {
    // After signing out the page stays for a moment; its mode must not be kept for the next person.
    if (!isSignedIn) return
    const stored = Number(sessionData.get('lastUserTypeChange'))
    const due = resyncDueIn({ pathname, mode, lastChange: stored > 0 ? stored : null, now: Date.now() })
    if (!due) return
    const timer = setTimeout(() => setUserType(due.mode), due.inMs)
    return () => clearTimeout(timer)
  }, [pathname, mode, isSignedIn])
}
