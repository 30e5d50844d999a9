import type { AccountType } from '../../shared/contract/index.ts'
import { paths } from '../lib/paths.ts'

export type NavigationItem = { label: string; mobileLabel?: string; to: string }

/** What the top bar leads to, by mode. */
export const navigationItems: Readonly<Record<AccountType, readonly NavigationItem[]>> = {
  creator: [
    { label: 'Find Talent', to: paths.talent() },
    { label: 'Active Projects', to: paths.ownerDashboard() },
  ],
  contributor: [
    { label: 'Find Work', mobileLabel: 'Find Gigs', to: paths.market() },
    { label: 'My Projects', to: paths.myProjects() },
  ],
}

/** Where the brand leads: the home of the mode. */
export const homeOf = (mode: AccountType): string => (mode === 'creator' ? paths.ownerDashboard() : paths.market())
