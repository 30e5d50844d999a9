import { type PeopleState, peopleStates } from '#shared/contract/administration.ts'
import { creatorApplicationColumns, waitlistColumns } from '#shared/contract/index.ts'
import { type AddressState, addressState, always, oneOf, pageNumber, text } from '#lib/address-state.ts'
import { sortedBy, type TableSort } from '#ui/list/table-sort.ts'

export const adminTabs = ['users', 'applications', 'people', 'audit', 'disputes', 'reports'] as const
export type AdminTab = (typeof adminTabs)[number]
/** The status of the listed creator applications; null for all. */
export type StatusFilter = 0 | 1 | 2 | null

/** The part of the page's state that is in its address. */
export type AdminView = {
  tab: AdminTab
  q: string
  status: StatusFilter
  /** The people that are listed; null for all. */
  state: PeopleState | null
  /** What the audit shows: a kind or its noun, and the first and the last day; empty for all. */
  kind: string
  from: string
  to: string
  /** Where the list of people, the audit or the reports go on; empty at its beginning. */
  cursor: string
  /** The dispute that is open; empty for their list. */
  dispute: string
  sort: TableSort | null
  page: number
}

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
  state: oneOf(peopleStates, null),
  kind: text(60),
  from: text(10),
  to: text(10),
  cursor: text(300),
  dispute: text(40),
}
/** Each tab's list can be sorted by all that the server can. */
const ofTab: Readonly<Record<AdminTab, AddressState<AdminView>>> = {
  users: addressState({ ...common, sort: sortedBy(waitlistColumns), page: pageNumber }),
  people: addressState({ ...common, sort: always<TableSort | null>(null), page: always(1) }),
  audit: addressState({ ...common, sort: always<TableSort | null>(null), page: always(1) }),
  disputes: addressState({ ...common, sort: always<TableSort | null>(null), page: pageNumber }),
  reports: addressState({ ...common, sort: always<TableSort | null>(null), page: always(1) }),
  applications: addressState({ ...common, sort: sortedBy(creatorApplicationColumns), page: pageNumber }),
}

export const adminAddress: AddressState<AdminView> = {
  ...ofTab.users,
  read: (query) => ofTab[common.tab.read(query.get('tab'))].read(query),
}
