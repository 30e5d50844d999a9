import { useCallback } from 'react'
import { useNavigate } from 'react-router-dom'
import { paths } from '#lib/paths.ts'

/** The number of this app's steps before this one in the history, which the router keeps there. */
const stepsBefore = (): number => {
  const state: unknown = history.state
  const index = typeof state === 'object' && state !== null && 'idx' in state ? state.idx : 0
  return typeof index === 'number' ? index : 0
}

/** Closes the dialog page: goes back in the history, or to the market when there is nothing to go back to. */
export const useCloseDialog = () => {
  const navigate = useNavigate()
  return useCallback(() => {
    if (stepsBefore() > 0) void navigate(-1)
    else void navigate(paths.market(), { replace: true })
  }, [navigate])
}
