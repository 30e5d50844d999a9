import { type Limit, limitOf } from '../../limit-table.ts'

/** The limits on wrong passwords for an account from a network, wherever somebody is asked for the password. */
export const loginLimits = (email: string, ip: string): Limit[] => [
  limitOf('login-account-network', email, ip),
  limitOf('login-network', ip),
  limitOf('login-account', email),
]
