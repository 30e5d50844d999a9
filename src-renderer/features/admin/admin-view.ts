import { creatorApplicationColumns, waitlistColumns } from '../../../shared/contract/index.ts'
import { type AddressState, addressState, oneOf, pageNumber, text } from '../../lib/address-state.ts'
import { sortedBy, type TableSort } from '../../ui/table-sort.ts'

export const adminTabs = ['users', 'applications'] as const
export type AdminTab = (typeof adminTabs)[number]
/** The status of the listed creator applications; null for all. */
export type StatusFilter = 0 | 1 | 2 | null

/** The part of the page's state that is in its address. */
export type AdminView = { tab: AdminTab; q: string; status: StatusFilter; sort: TableSort | null; page: number }

/** The view that a tab shows, and the functions that change it. */
export type PanelProps = {
  view: AdminView
  hrefOf: (change: Partial<AdminView>) => string
  change: (next: Partial<AdminView>) => void
}

export const QUERY_MAX = 254

const common = {
  tab: oneOf(adminTabs, 'users'),
  q: text(QUERY_MAX),
  status: oneOf([0, 1, 2], null),
}
/** Each tab's list can be sorted by all that the server can. */
const ofTab: Readonly<Record<AdminTab, AddressState<AdminView>>> = {
  users: addressState({ ...common, sort: sortedBy(waitlistColumns), page: pageNumber }),
  applications: addressState({ ...common, sort: sortedBy(creatorApplicationColumns), page: pageNumber }),
}

export const adminAddress: AddressState<AdminView> = {
  ...ofTab.users,
  read: (query) => ofTab[common.tab.read(query.get('tab'))].read(query),
}
