import { createHash } from 'node:crypto'

const MINUTE = 60
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

type Rule = {
  limit: number
  seconds: number
  /** What a person reads who has used it up, before when they may go on; else that there were too many attempts. */
  reason?: string
}

/**
 * Every limit there is: at most `limit` in any `seconds` for each subject. `limits.test.ts` fills each of them and expects
 * that the next call is refused. What one network address may do is wide enough for an office behind it, and too narrow for
 * a search.
 */
export const limitTable = {
  /** Failed sign-ins to one account, whether it exists or not, from one network: a stranger does not lock the owner out. */
  'login-account-network': { limit: 10, seconds: 15 * MINUTE },
  /** Failed sign-ins from one network, whatever the account. */
  'login-network': { limit: 50, seconds: 15 * MINUTE },
  /** Failed sign-ins to one account from all networks together. */
  'login-account': { limit: 100, seconds: DAY },
  /** Wrong codes for one account, however many codes there were. */
  otp: { limit: 20, seconds: DAY },
  /** Code mails to one address, by whichever call they were asked for. */
  'code-mail': { limit: 1, seconds: MINUTE },
  'reset-mail': { limit: 1, seconds: MINUTE },
  /** Mails asked for by one network, to whatever address. */
  mail: { limit: 100, seconds: HOUR },
  register: { limit: 100, seconds: HOUR },
  /** Guesses at codes from one network. */
  verify: { limit: 300, seconds: 15 * MINUTE },
  /** Links of mails that one network tries: to verify an address, to set a password. */
  link: { limit: 300, seconds: 15 * MINUTE },
  /** Links of invitations that one network tries. */
  'invitation-link': { limit: 300, seconds: 15 * MINUTE },
  refresh: { limit: 1200, seconds: 15 * MINUTE },
  subscribe: { limit: 100, seconds: HOUR },
  /** Invitations to projects that one person sends: each is a mail, with room for filling a team, none for mailing everybody. */
  invite: { limit: 100, seconds: HOUR, reason: 'You have sent as many invitations as one person may in an hour.' },
  /** Tasks that one person gives to others, each of them a mail. */
  assign: { limit: 100, seconds: HOUR, reason: 'You have given as many tasks to others as one person may in an hour.' },
  /** Calls of one person that the AI endpoint answers: a person writes slower, and a program would only cost money. */
  ai: { limit: 20, seconds: 10 * MINUTE },
  upload: { limit: 300, seconds: HOUR, reason: 'You have uploaded as many files as one person may in an hour.' },
  /** Searches of one person, by whichever call: all of them cost the database alike. The setting `searchLimit` counts. */
  search: { limit: 120, seconds: MINUTE, reason: 'You have searched as often as one person may in a minute.' },
  /** Projects that one person creates, and those that they publish; the setting `projectLimit` counts. */
  project: { limit: 30, seconds: HOUR, reason: 'You have created as many projects as one person may in an hour.' },
  publish: { limit: 30, seconds: HOUR, reason: 'You have published as many projects as one person may in an hour.' },
  /** Tasks that one person creates; the setting `taskLimit` counts. */
  task: { limit: 600, seconds: HOUR, reason: 'You have created as many tasks as one person may in an hour.' },
} as const satisfies Record<string, Rule>

export type LimitKind = keyof typeof limitTable
/** At most `limit` in any `seconds`, counted under `key`. */
export type Limit = Rule & { key: string }

const hashed = (subject: string): string => createHash('sha256').update(subject).digest('base64url').slice(0, 22)

/** A limit's key. Which addresses were asked for is nobody's business, known or not: only their hashes are kept. */
export const limitKey = (kind: LimitKind, ...subjects: string[]): string => [kind, ...subjects.map(hashed)].join(':')

/** That limit for the subject: an address, a network, a person; or for the one under the other. */
export const limitOf = (kind: LimitKind, ...subjects: string[]): Limit => ({
  ...limitTable[kind],
  key: limitKey(kind, ...subjects),
})
