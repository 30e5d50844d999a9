import { Button } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect } from 'react'
import { Link, useNavigate } from 'react-router-dom'
import { dataOf, query } from '#data/query.ts'
import { isApiError } from '#lib/api.ts'
import { paths } from '#lib/paths.ts'
import { toast } from '#lib/toast.ts'
import { setUserType } from '#lib/user-type.ts'
import { EmptyState } from '#ui/feedback/EmptyState.tsx'
import { DashboardSkeleton } from './DashboardSkeleton.tsx'

/** Whether the viewer may see the owner dashboard: asked at every opening, and not again while it is open. */
const accessQuery = () =>
  query(
    'users.isPageAllowed',
    { params: { page: 'owner-dashboard' } },
    { select: dataOf, staleTime: 'static', gcTime: 0, refetchOnReconnect: false, retry: false },
  )

const denied = "Access denied. You don't have permission to access the owner dashboard."
/** What follows when the check does not allow the dashboard: a toast, and the market after these milliseconds. */
const refusals = {
  denied: { text: denied, leavesAfterMs: 2000 },
  forbidden: { text: denied, leavesAfterMs: 1000 },
  unknown: { text: 'We could not check your access.', leavesAfterMs: 5000 },
} as const
type Refusal = keyof typeof refusals

const useLeaving = (refusal: Refusal | null) => {
  const navigate = useNavigate()
  useEffect(() => {
    if (!refusal) return
    const { text, leavesAfterMs } = refusals[refusal]
    toast(text, 'error')
    // The dashboard's address has set creator mode, in which a person without access would stay for five seconds or more.
    if (refusal !== 'unknown') setUserType('contributor')
    const timer = setTimeout(() => void navigate(paths.market(), { replace: true }), leavesAfterMs)
    return () => clearTimeout(timer)
  }, [refusal, navigate])
}

/** Shows the dashboard (its children) to people whom the server allows it; others read why and are taken to the market. */
export const AccessGate = ({ children }: { children: ReactNode }) => {
  const { data: isAllowed, error, isFetching, refetch } = useQuery(accessQuery())
  const failure: Refusal = isApiError(error) && error.status === 403 ? 'forbidden' : 'unknown'
  const refusal = isFetching || isAllowed ? null : error ? failure : 'denied'
  useLeaving(refusal)
  if (isAllowed) return children
  if (!refusal) return <DashboardSkeleton />
  return refusal === 'unknown' ? (
    <EmptyState
      kind="unreachable"
      headingLevel={1}
      title="Your projects are still there"
      text="The server did not say whether you may open this page. We’re taking you to the market."
      action={
        <Button variant="contained" onClick={() => void refetch()}>
          Retry
        </Button>
      }
    />
  ) : (
    <EmptyState
      kind="closed"
      headingLevel={1}
      title="This page is for creators"
      text="You are being taken to the market. To publish projects of your own, apply to become a creator."
      action={
        <Button component={Link} to={paths.creatorApplication()} variant="contained">
          Become a creator
        </Button>
      }
    />
  )
}
