import type { AccountType } from '../contract/common.ts'

/** Account types are compared regardless of case; anything unknown or unset counts as contributor. */
export const toAccountType = (type: string | null | undefined): AccountType =>
  type?.toLowerCase() === 'creator' ? 'creator' : 'contributor'

/**
 * Brings an e-mail address into one spelling (lower case, no spaces around it), so that lookups and uniqueness agree.
 */
export const canonicalEmail = (email: string): string => email.trim().toLowerCase()
