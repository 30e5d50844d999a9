import type { AccountType } from '../contract/common.ts'

/** Account types are compared regardless of case; anything unknown or unset counts as contributor. */
export const toAccountType = (type: string | null | undefined): AccountType =>
  type?.toLowerCase() === 'creator' ? 'creator' : 'contributor'

/** One spelling for an address: as typed, without the case, so that lookups and uniqueness agree. */
export const canonicalEmail = (email: string): string => email.trim().toLowerCase()
