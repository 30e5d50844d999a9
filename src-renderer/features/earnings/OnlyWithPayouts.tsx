import type { ReactNode } from 'react'
import { Navigate } from 'react-router-dom'
import { useKnownCapability } from '#data/capabilities.ts'
import { paths } from '#lib/paths.ts'

/** Shows a page where the server has it. On another host the address leads to the market, as every unknown one. */
export const OnlyWithPayouts = ({ children }: { children: ReactNode }) => {
  const isThere = useKnownCapability('payouts')
  if (isThere === false) return <Navigate to={paths.market()} replace />
  return isThere ? children : null
}
