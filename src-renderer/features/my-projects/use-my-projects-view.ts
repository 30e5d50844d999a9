import { useEffect } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { addressState, oneOf, useAddressState } from '#lib/address-state.ts'
import { paths } from '#lib/paths.ts'
import type { RequestMode } from './queries.ts'

export type MyProjectsTab = 'projects' | 'requests'

const myProjectsAddress = addressState({
  tab: oneOf<MyProjectsTab, 'projects'>(['projects', 'requests'], 'projects'),
  /** Null: what has something to show. */
  show: oneOf<RequestMode, null>(['received', 'sent'], null),
})
const received = { tab: 'requests' }

/**
 * The tab and the mode in the address, so that back, reload and links find them. The fragment 'invited' selects
 * Requests, Received and is then removed from the address; the history entry keeps the choice.
 */
export const useMyProjectsView = () => {
  const { hash, state } = useLocation() as { hash: string; state: unknown }
  const navigate = useNavigate()
  const { values, go } = useAddressState(myProjectsAddress)
  const isInvited = hash === '#invited'
  useEffect(() => {
    if (isInvited) void navigate(paths.myProjects(), { replace: true, state: received })
  }, [isInvited, navigate])
  const isKept = isInvited || (state as Partial<typeof received> | null)?.tab === received.tab
  const show = (tab: MyProjectsTab, mode: RequestMode | null) =>
    go({ tab, show: mode }, { state: null, preventScrollReset: false })
  return {
    tab: isKept ? 'requests' : values.tab,
    mode: values.show,
    /** Switching to Requests begins with the received ones, or with the sent ones where there are only those. */
    selectTab: (tab: MyProjectsTab) => show(tab, null),
    selectMode: (mode: RequestMode) => show('requests', mode),
  }
}
