import { creatorApplicationColumns, waitlistColumns } from '../../../shared/contract/index.ts'
import { paths } from '../../lib/paths.ts'
import { readSort, sortText, type TableSort } from '../../ui/table-sort.ts'

export const adminTabs = ['users', 'applications'] as const
export type AdminTab = (typeof adminTabs)[number]
/** Which applications are listed; a number is a status. */
export type StatusFilter = 0 | 1 | 2 | null

/** What the page's address holds. */
export type AdminView = { tab: AdminTab; q: string; status: StatusFilter; sort: TableSort | null; page: number }

/** What a tab is given: the view, and the ways to another. */
export type PanelProps = {
  view: AdminView
  hrefOf: (change: Partial<AdminView>) => string
  change: (next: Partial<AdminView>) => void
}

export const QUERY_MAX = 254

/** What a tab's list can be sorted by: all that the server can. */
export const sortedBy = { users: waitlistColumns, applications: creatorApplicationColumns } as const

/** Reads an address anybody may have typed: what makes no sense counts as not said. */
export const readView = (params: URLSearchParams): AdminView => {
  const page = Number(params.get('page'))
  const status = params.get('status')
  const tab = adminTabs.find((tab) => tab === params.get('tab')) ?? 'users'
  return {
    tab,
    q: (params.get('q') ?? '').slice(0, QUERY_MAX),
    status: status === '0' ? 0 : status === '1' ? 1 : status === '2' ? 2 : null,
    sort: readSort<string>(params.get('sort'), sortedBy[tab]),
    page: Number.isSafeInteger(page) && page >= 1 ? page : 1,
  }
}

/** The address of a view; defaults are left out. */
export const hrefOfView = ({ tab, q, status, sort, page }: AdminView): string => {
  const params = new URLSearchParams()
  if (tab !== 'users') params.set('tab', tab)
  if (q.trim()) params.set('q', q)
  if (status !== null) params.set('status', String(status))
  if (sort) params.set('sort', sortText(sort))
  if (page > 1) params.set('page', String(page))
  const search = params.toString()
  return paths.admin() + (search && `?${search}`)
}
