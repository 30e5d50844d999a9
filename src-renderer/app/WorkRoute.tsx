import { Navigate } from 'react-router-dom'
import { useKnownCapability } from '../data/capabilities.ts'
import { WorkPage } from '../features/my-work/WorkPage.tsx'
import { useUserType } from '../lib/user-type.ts'
import { homeOf } from './navigation-items.ts'

/** /work, where the server has it. On another host the address leads home, as every unknown one. */
export const WorkRoute = () => {
  const mode = useUserType((state) => state.userType)
  const isThere = useKnownCapability('work')
  if (isThere === false) return <Navigate to={homeOf(mode)} replace />
  return isThere ? <WorkPage /> : null
}
