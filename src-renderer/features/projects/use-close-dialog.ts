import { useCallback } from 'react'
import { useNavigate } from 'react-router-dom'
import { paths } from '../../lib/paths.ts'

/** How many steps of this app lie before this one in the history; the router keeps the count there. */
const stepsBefore = (): number => {
  const state: unknown = history.state
  const index = typeof state === 'object' && state !== null && 'idx' in state ? state.idx : 0
  return typeof index === 'number' ? index : 0
}

/** Closes the dialog page: back in history, or to the market when there is none. */
export const useCloseDialog = () => {
  const navigate = useNavigate()
  return useCallback(() => {
    if (stepsBefore() > 0) void navigate(-1)
    else void navigate(paths.market(), { replace: true })
  }, [navigate])
}
