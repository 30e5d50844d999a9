import type { AccountType } from '#shared/contract/index.ts'
import { paths } from '../lib/paths.ts'

export type NavigationItem = { label: string; mobileLabel?: string; to: string }

/** The links of the top bar in each mode. */
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

/** The path of the brand link: the home of the mode. */
export const homeOf = (mode: AccountType): string => (mode === 'creator' ? paths.ownerDashboard() : paths.market())
