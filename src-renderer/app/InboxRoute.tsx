import { Navigate } from 'react-router-dom'
import { useKnownCapability } from '../data/capabilities.ts'
import { InboxPage } from '../features/inbox/InboxPage.tsx'
import { useUserType } from '../lib/user-type.ts'
import { drawThing } from './inbox-things.tsx'
import { homeOf } from './navigation-items.ts'

/** /inbox, where the server has an inbox. On another host the address leads home, as every unknown one. */
export const InboxRoute = () => {
  const mode = useUserType((state) => state.userType)
  const isThere = useKnownCapability('inbox')
  if (isThere === false) return <Navigate to={homeOf(mode)} replace />
  return isThere ? <InboxPage drawThing={drawThing} /> : null
}
