import { useListState } from '#lib/address-state.ts'
import { adminAddress, type AdminTab, type AdminView } from './admin-view.ts'

/** The page's tab, search, filter, order and page. */
export const useAdminView = () => {
  const { values: view, hrefOf, change } = useListState(adminAddress)
  return {
    view,
    hrefOf,
    selectTab: (tab: AdminTab) => change({ ...adminAddress.plain, tab }),
    change: (next: Partial<AdminView>) => change(next, { replace: true, preventScrollReset: true }),
  }
}
