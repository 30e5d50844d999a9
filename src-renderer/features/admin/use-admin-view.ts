import { useMemo } from 'react'
import { useNavigate, useSearchParams } from 'react-router-dom'
import { type AdminTab, type AdminView, hrefOfView, readView } from './admin-view.ts'

/** The page's tab, search, filter, order and page, kept in the address so that back, reload and sharing work. */
export const useAdminView = () => {
  const [params] = useSearchParams()
  const navigate = useNavigate()
  const view = useMemo(() => readView(params), [params])
  /** Any change leads back to the first page unless it names one. */
  const hrefOf = (change: Partial<AdminView>) => hrefOfView({ ...view, page: 1, ...change })
  return {
    view,
    hrefOf,
    selectTab: (tab: AdminTab) => void navigate(hrefOfView({ tab, q: '', status: null, sort: null, page: 1 })),
    change: (next: Partial<AdminView>) => void navigate(hrefOf(next), { replace: true, preventScrollReset: true }),
  }
}
