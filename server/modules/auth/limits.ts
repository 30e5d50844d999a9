import { limitKey, type Limit } from '../../limits.ts'

const MINUTE = 60
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** Failed logins for one account, whether it exists or not. */
export const loginsOfAccount = (email: string): Limit => ({
  key: limitKey('login-account', email),
  limit: 10,
  seconds: 15 * MINUTE,
})

/** Failed logins from one network address. */
export const loginsFromAddress = (ip: string): Limit => ({
  key: limitKey('login-address', ip),
  limit: 10,
  seconds: 15 * MINUTE,
})

/** Wrong codes for one account and day, however many codes there were. */
export const wrongCodes = (email: string): Limit => ({ key: limitKey('otp', email), limit: 20, seconds: DAY })

/** One code mail in 60 seconds, by whichever call it was asked for. */
export const codeMail = (email: string): Limit => ({ key: limitKey('code-mail', email), limit: 1, seconds: MINUTE })

/** One reset mail in 60 seconds. */
export const resetMail = (email: string): Limit => ({ key: limitKey('reset-mail', email), limit: 1, seconds: MINUTE })

/** What one network address may do of plentiful calls: wide enough for an office behind it, too narrow for a search. */
const fromAddress =
  (call: string, limit: number, seconds: number) =>
  (ip: string): Limit => ({ key: limitKey(call, ip), limit, seconds })
export const registrationsFrom = fromAddress('register', 100, HOUR)
export const mailsFrom = fromAddress('mail', 100, HOUR)
export const codesFrom = fromAddress('verify', 300, 15 * MINUTE)
export const linksFrom = fromAddress('link', 300, 15 * MINUTE)
export const refreshesFrom = fromAddress('refresh', 1200, 15 * MINUTE)
