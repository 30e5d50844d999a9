import { useEffect } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { paths } from '../../lib/paths.ts'
import type { RequestMode } from './queries.ts'

export type MyProjectsTab = 'projects' | 'requests'
type View = { tab: MyProjectsTab; mode: RequestMode }

const read = (state: unknown): View => {
  const { tab, mode } = (state ?? {}) as Partial<View>
  return { tab: tab === 'requests' ? 'requests' : 'projects', mode: mode === 'sent' ? 'sent' : 'received' }
}

/**
 * Tab and mode. They are kept in the history entry, not in the address, which the specification wants to be plain /my-projects;
 * so back and reload still find them. The fragment 'invited' selects Requests, Received.
 */
export const useMyProjectsView = () => {
  const location = useLocation()
  const state: unknown = location.state
  const { hash } = location
  const navigate = useNavigate()
  const isInvited = hash === '#invited'
  const view: View = isInvited ? { tab: 'requests', mode: 'received' } : read(state)
  useEffect(() => {
    if (isInvited) void navigate(paths.myProjects(), { replace: true, state: { tab: 'requests', mode: 'received' } })
  }, [isInvited, navigate])
  const show = (next: View) => void navigate(paths.myProjects(), { replace: true, state: next })
  return {
    ...view,
    /** Switching to Requests always begins with the received ones. */
    selectTab: (tab: MyProjectsTab) => show({ tab, mode: 'received' }),
    selectMode: (mode: RequestMode) => show({ tab: 'requests', mode }),
  }
}
