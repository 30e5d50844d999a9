import { createHash } from 'node:crypto'

const MINUTE = 60
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

type Rule = {
  limit: number
  seconds: number
  /**
   * The sentence for a person who has used the limit up, before the time when they may go on; by default "too many
   * attempts".
   */
  reason?: string
}

/**
 * All limits: `limit` calls per subject in any `seconds`. `limits.test.ts` fills each and expects a refusal of the next
 * call. Limits per network address are wide enough for an office behind it, and too narrow for guessing.
 */
export const limitTable = {
  /**
   * Failed sign-ins to one account from one network, whether or not the account exists, so that a stranger cannot lock
   * the owner out.
   */
  'login-account-network': { limit: 10, seconds: 15 * MINUTE },
  /** Failed sign-ins from one network, to any account. */
  'login-network': { limit: 50, seconds: 15 * MINUTE },
  /** Failed sign-ins to one account from all networks together. */
  'login-account': { limit: 100, seconds: DAY },
  /** Wrong codes for one account, however many codes there were. */
  otp: { limit: 20, seconds: DAY },
  /** Wrong codes of an authenticator app for one account. Only who knows its password can try. */
  'two-step': { limit: 10, seconds: 15 * MINUTE },
  /** The same in a day: a guess hits with three in a million. */
  'two-step-day': { limit: 60, seconds: DAY },
  /**
   * Wrong recovery codes for one account, from one network and from all together. Nobody guesses 80 random bits, so
   * these are wide: a stranger who knows the password cannot lock the owner out.
   */
  'recovery-code-network': { limit: 20, seconds: 15 * MINUTE },
  'recovery-code': { limit: 10_000, seconds: DAY },
  /** Code mails to one address, whichever call asks for them. */
  'code-mail': { limit: 1, seconds: MINUTE },
  'reset-mail': { limit: 1, seconds: MINUTE },
  /** Mails that one network asks for, to any address. */
  mail: { limit: 100, seconds: HOUR },
  register: { limit: 100, seconds: HOUR },
  /** Guesses at codes from one network. */
  verify: { limit: 300, seconds: 15 * MINUTE },
  /** Links in mails that one network tries, for verifying an address, setting a password or an appeal. */
  link: { limit: 300, seconds: 15 * MINUTE },
  /** Links of waitlist invitations that one network tries. */
  'invitation-link': { limit: 300, seconds: 15 * MINUTE },
  refresh: { limit: 1200, seconds: 15 * MINUTE },
  subscribe: { limit: 100, seconds: HOUR },
  /**
   * Invitations to projects that one person sends. Each is a mail: this is enough for filling a project, and too little
   * for mailing everybody.
   */
  invite: { limit: 100, seconds: HOUR, reason: 'You have sent as many invitations as one person may in an hour.' },
  /** Invitations of one person to addresses without an account. */
  'invite-address': {
    limit: 50,
    seconds: DAY,
    reason: 'You have invited as many addresses as one person may in a day.',
  },
  /** Things that one person reports to the administrators. */
  report: { limit: 10, seconds: DAY, reason: 'You have reported as many things as one person may in a day.' },
  /** Tasks that one person gives to others; each is a mail. */
  assign: { limit: 100, seconds: HOUR, reason: 'You have given as many tasks to others as one person may in an hour.' },
  /** AI calls of one person. No person writes faster, and a program would only cost money. */
  ai: { limit: 20, seconds: 10 * MINUTE },
  /** Access tokens that one person makes; each is a mail. */
  token: { limit: 30, seconds: HOUR, reason: 'You have made as many access tokens as one person may in an hour.' },
  /** Exports that one person asks for: each reads all that they have. */
  export: { limit: 1, seconds: DAY, reason: 'You have asked for your data within the last day.' },
  /** Exports of a project's tasks that one person takes. */
  'export-tasks': {
    limit: 60,
    seconds: HOUR,
    reason: 'You have exported tasks as often as one person may in an hour.',
  },
  /** Tasks that one person hands in for review; each tells the project's owners and admins. */
  submit: { limit: 60, seconds: HOUR, reason: 'You have submitted as often as one person may in an hour.' },
  /** Tasks that one person takes, or tries to take. */
  claim: { limit: 30, seconds: HOUR, reason: 'You have tried to take as many tasks as one person may in an hour.' },
  /** Payout details of others that one person reads. */
  'payout-reading': {
    limit: 30,
    seconds: HOUR,
    reason: 'You have read as many payout details as one person may in an hour.',
  },
  /** Deliveries of one project that are sent once more by hand. */
  resend: {
    limit: 30,
    seconds: MINUTE,
    reason: 'As many deliveries of the project were sent again as may be in a minute.',
  },
  upload: { limit: 300, seconds: HOUR, reason: 'You have uploaded as many files as one person may in an hour.' },
  /** Pictures of themselves that one person sends: each is drawn. */
  picture: { limit: 20, seconds: HOUR, reason: 'You have changed your picture as often as one person may in an hour.' },
  /** Previews of files that one person asks for. */
  preview: {
    limit: 120,
    seconds: 10 * MINUTE,
    reason: 'You have looked at as many files as one person may in 10 minutes.',
  },
  /** Previews of PDFs that one person asks for: each is sent whole, and is in memory until the client has taken it. */
  'preview-pdf': {
    limit: 30,
    seconds: 10 * MINUTE,
    reason: 'You have looked at as many PDFs as one person may in 10 minutes.',
  },
  /** Analytics that one person asks for: those of a large project read its whole log. */
  analytics: {
    limit: 120,
    seconds: MINUTE,
    reason: 'You have asked for figures as often as one person may in a minute.',
  },
  /** Calls of one person's programs for events without `wait`: each reads up to 2,000 of them, and some programs ask every few seconds. */
  events: { limit: 600, seconds: MINUTE, reason: 'You have asked for events as often as one person may in a minute.' },
  /**
   * Searches of one person in all calls, which cost the database about the same. The setting `searchLimit` replaces the
   * number.
   */
  search: { limit: 120, seconds: MINUTE, reason: 'You have searched as often as one person may in a minute.' },
  /** Projects that one person creates, and those that they publish. The setting `projectLimit` replaces the number. */
  project: { limit: 30, seconds: HOUR, reason: 'You have created as many projects as one person may in an hour.' },
  publish: { limit: 30, seconds: HOUR, reason: 'You have published as many projects as one person may in an hour.' },
  /** Marks of notices by one person: more than a person presses, and too few to keep the database busy. */
  mark: { limit: 1200, seconds: HOUR, reason: 'You have marked notices as often as one person may in an hour.' },
  /** Changes of one person's name: each holds a counter of every project whose board shows it. */
  rename: { limit: 10, seconds: HOUR, reason: 'You have changed your name as often as one person may in an hour.' },
  /** Links that end mails, tried from one network. */
  unsubscribe: { limit: 300, seconds: 15 * MINUTE },
  /** Comments that one person writes or changes. */
  comment: { limit: 30, seconds: MINUTE, reason: 'You have written as many comments as one person may in a minute.' },
  /** Changes of many tasks at once by one person: each is up to 100 changes. */
  bulk: {
    limit: 60,
    seconds: 10 * MINUTE,
    reason: 'You have changed many tasks at once as often as one person may in 10 minutes.',
  },
  /** Answers to many requests at once by one person: each is up to 50 of them. */
  decide: {
    limit: 60,
    seconds: 10 * MINUTE,
    reason: 'You have answered many requests at once as often as one person may in 10 minutes.',
  },
  /** Imports of one person: each is up to 2,000 tasks. */
  import: { limit: 20, seconds: HOUR, reason: 'You have imported as often as one person may in an hour.' },
  /** Pasted lists and plans, which are everyday work and short. */
  list: { limit: 100, seconds: HOUR, reason: 'You have added as many lists of tasks as one person may in an hour.' },
  /** Tasks that one person creates. The setting `taskLimit` replaces the number. */
  task: { limit: 600, seconds: HOUR, reason: 'You have created as many tasks as one person may in an hour.' },
  /**
   * All calls of a person that change something (`isWrite` in server/http/policies.ts), since the log keeps each for
   * ever. More than anybody does by hand, even sorting many people's work. The setting `writeLimit` replaces the
   * number.
   */
  write: { limit: 3000, seconds: HOUR, reason: 'You have changed as much as one person may in an hour.' },
  /**
   * A person's calls that repeat a key. They write nothing, so that no other limit counts them, and a full limit does
   * not hide the existing thing.
   */
  repeat: { limit: 600, seconds: HOUR, reason: 'You have sent the same as often as one person may in an hour.' },
} as const satisfies Record<string, Rule>

export type LimitKind = keyof typeof limitTable
/** At most `limit` calls in any `seconds`, counted under `key`. */
export type Limit = Rule & { key: string }

const hashed = (subject: string): string => createHash('sha256').update(subject).digest('base64url').slice(0, 22)

/** The key of a limit. It holds only hashes, because the table must not show which addresses were asked for. */
export const limitKey = (kind: LimitKind, ...subjects: string[]): string => [kind, ...subjects.map(hashed)].join(':')

/**
 * The limit for a subject (an address, a network or a person), or for one subject from another (an account from a
 * network).
 */
export const limitOf = (kind: LimitKind, ...subjects: string[]): Limit => ({
  ...limitTable[kind],
  key: limitKey(kind, ...subjects),
})

/**
 * Reads of one person's calendar, which is a file and no call: a person has several programs, and some ask every minute. Each read
 * looks through all that the person may open.
 */
export const calendarLimit = (userID: string): Limit => ({
  limit: 120,
  seconds: 10 * MINUTE,
  reason: 'This calendar was read too often.',
  key: `calendar:${hashed(userID)}`,
})
