import { useEffect, useState } from 'react'
import { Navigate, Outlet, useLocation, useNavigate } from 'react-router-dom'
import { platform } from '#platform'
import { mustLogIn } from '../lib/must-log-in.ts'
import { localData } from '../lib/browser-storage.ts'
import { paths } from '../lib/paths.ts'
import { useSession } from '../lib/session.ts'

/**
 * Anonymous visitors go to /, which says why, and the address they wanted is kept, to be used once after login. Someone who signs out
 * while here is moved by the session's own rules, and what they leave is not kept.
 */
export const Guarded = () => {
  const userID = useSession((session) => session.userID)
  const [cameSignedIn] = useState(userID !== null)
  const { pathname, search, hash } = useLocation()
  const wanted = pathname + search + hash
  useEffect(() => {
    if (!cameSignedIn) localData.set('redirectAfterLogin', wanted)
  }, [cameSignedIn, wanted])
  // Another person, signed in by another tab: nothing that was shown to the one before, or typed by them, stays.
  if (userID) return <Outlet key={userID} />
  return cameSignedIn ? null : <Navigate to={paths.landing()} replace state={mustLogIn} />
}

/** The tab in which the person signed in is served first: the address they wanted is used once. */
const OTHER_TAB_DELAY_MS = 500

/**
 * Signed-in people have no business on sign-in pages: the landing choice takes over. Who signs in while here is moved by
 * the screen itself, because registration ends elsewhere than login; who signs in in another tab is moved from here.
 */
export const GuestOnly = () => {
  const [cameSignedIn] = useState(() => useSession.getState().userID !== null)
  const navigate = useNavigate()
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const unsubscribe = platform.session.subscribe((event) => {
      if (event.type !== 'signedIn' || !event.isElsewhere) return
      timer = setTimeout(() => void navigate(paths.dashboard(), { replace: true }), OTHER_TAB_DELAY_MS)
    })
    return () => {
      unsubscribe()
      clearTimeout(timer)
    }
  }, [navigate])
  return cameSignedIn ? <Navigate to={paths.dashboard()} replace /> : <Outlet />
}
