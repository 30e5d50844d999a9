import { useEffect, useState } from 'react'
import { Navigate, Outlet, useLocation, useNavigate } from 'react-router-dom'
import { platform } from '#platform'
import { mustLogIn } from '../lib/must-log-in.ts'
import { localData } from '../lib/browser-storage.ts'
import { paths } from '../lib/paths.ts'
import { useSession } from '../lib/session.ts'
import { wantedAddress } from '../lib/wish.ts'

/**
 * Lets only signed-in people through. An anonymous visitor goes to /, which says why, and the wanted address is kept
 * for one use after login. A person who signs out on a guarded page is redirected by the session's rules, which keep no
 * address.
 */
export const Guarded = () => {
  const userID = useSession((session) => session.userID)
  const [cameSignedIn] = useState(userID !== null)
  const { pathname, search, hash } = useLocation()
  const wanted = pathname + search + hash
  useEffect(() => {
    if (!cameSignedIn) localData.set('redirectAfterLogin', wanted)
  }, [cameSignedIn, wanted])
  // When another tab signs in another person, nothing that the first one saw or typed may stay: the key mounts
  // everything again.
  if (userID) return <Outlet key={userID} />
  return cameSignedIn ? null : <Navigate to={paths.landing()} replace state={mustLogIn} />
}

/** Milliseconds for which the tab where the person signed in goes first, because the kept address is used once. */
const OTHER_TAB_DELAY_MS = 500

/**
 * Sends signed-in people from the sign-in pages to the landing choice. A person who signs in on such a page is moved by
 * its screen, because registration leads elsewhere than login; a person who signs in in another tab is moved from here.
 */
export const GuestOnly = () => {
  const [cameSignedIn] = useState(() => useSession.getState().userID !== null)
  const navigate = useNavigate()
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const unsubscribe = platform.session.subscribe((event) => {
      if (event.type !== 'signedIn' || !event.isElsewhere) return
      // An address that is still kept then is for the tab of the registration: this one goes there too, and leaves it.
      const lead = () => void navigate(wantedAddress() ?? paths.dashboard(), { replace: true })
      timer = setTimeout(lead, OTHER_TAB_DELAY_MS)
    })
    return () => {
      unsubscribe()
      clearTimeout(timer)
    }
  }, [navigate])
  return cameSignedIn ? <Navigate to={paths.dashboard()} replace /> : <Outlet />
}
