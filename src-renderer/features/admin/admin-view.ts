import { creatorApplicationColumns, waitlistColumns } from '../../../shared/contract/index.ts'
import { type AddressState, addressState, oneOf, pageNumber, text } from '../../lib/address-state.ts'
import { sortedBy, type TableSort } from '../../ui/table-sort.ts'

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

const common = {
  tab: oneOf(adminTabs, 'users'),
  q: text(QUERY_MAX),
  status: oneOf([0, 1, 2], null),
  page: pageNumber,
}
/** Each tab's list can be sorted by all that the server can. */
const ofTab: Readonly<Record<AdminTab, AddressState<AdminView>>> = {
  users: addressState({ ...common, sort: sortedBy(waitlistColumns) }),
  applications: addressState({ ...common, sort: sortedBy(creatorApplicationColumns) }),
}

export const adminAddress: AddressState<AdminView> = {
  ...ofTab.users,
  read: (query) => ofTab[common.tab.read(query.get('tab'))].read(query),
}
