import { useEffect } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { paths } from '../../lib/paths.ts'
import type { RequestMode } from './queries.ts'

export type MyProjectsTab = 'projects' | 'requests'
type View = { tab: MyProjectsTab; mode: RequestMode }

const received: View = { tab: 'requests', mode: 'received' }

/**
 * Tab and mode, as the address has them, so that back, reload and links find them. The fragment 'invited' selects Requests,
 * Received and leaves plain /my-projects as the address; then the history entry keeps the choice.
 */
export const useMyProjectsView = () => {
  const { hash, search, state } = useLocation() as { hash: string; search: string; state: unknown }
  const navigate = useNavigate()
  const isInvited = hash === '#invited'
  useEffect(() => {
    if (isInvited) void navigate(paths.myProjects(), { replace: true, state: received })
  }, [isInvited, navigate])
  const show = ({ tab, mode }: View) =>
    void navigate(tab === 'requests' ? paths.myRequests(mode) : paths.myProjects(), { state: null })
  return {
    ...viewOf(isInvited ? received : state, new URLSearchParams(search)),
    /** Switching to Requests always begins with the received ones. */
    selectTab: (tab: MyProjectsTab) => show({ tab, mode: 'received' }),
    selectMode: (mode: RequestMode) => show({ tab: 'requests', mode }),
  }
}

const viewOf = (kept: unknown, query: URLSearchParams): View => {
  const isKept = (kept as Partial<View> | null)?.tab === 'requests'
  return {
    tab: isKept || query.get('tab') === 'requests' ? 'requests' : 'projects',
    mode: query.get('show') === 'sent' ? 'sent' : 'received',
  }
}
