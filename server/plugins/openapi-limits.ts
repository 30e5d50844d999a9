import { findEndpoint, type OperationName, type Stated, STREAMS_MAX, WAITING_MAX } from '#shared/contract/index.ts'
import { isWrite } from '../http/policies.ts'
import { type LimitKind, limitTable } from '../limits/limit-table.ts'

/** The things that each limit counts, in words. Some numbers depend on settings; the defaults are shown. */
const counted: Readonly<Record<LimitKind | Stated<'limits'>[number], string>> = {
  'login-account-network': 'failed sign-ins to one account from one network',
  'login-network': 'failed sign-ins from one network',
  'login-account': 'failed sign-ins to one account',
  'two-step': 'wrong codes of the second step for one account',
  'two-step-day': 'wrong codes of the second step for one account',
  'recovery-code-network': 'wrong recovery codes for one account from one network',
  'recovery-code': 'wrong recovery codes for one account',
  otp: 'wrong codes for one account',
  'code-mail': 'code mails to one address',
  'reset-mail': 'reset mails to one address',
  mail: 'mails asked for by one network',
  register: 'registrations from one network',
  verify: 'codes tried from one network',
  link: 'links tried from one network',
  'invitation-link': 'invitation links tried from one network',
  refresh: 'token exchanges from one network',
  subscribe: 'requests for access from one network',
  invite: 'invitations sent by one person',
  'invite-address': 'addresses without an account invited by one person',
  report: 'things that one person reports to the administrators',
  assign: 'tasks that one person gives to others',
  ai: 'calls of one person that an AI endpoint answers',
  token: 'access tokens that one person makes',
  export: 'exports that one person asks for',
  'export-tasks': "exports of a project's tasks by one person",
  submit: 'tasks that one person submits for review',
  claim: 'tasks that one person takes, or tries to take',
  'payout-reading': 'payout details of others that one person reads',
  resend: 'deliveries of one project that are sent again',
  upload: 'uploads of one person',
  picture: 'pictures that one person sends of themselves',
  preview: 'previews of one person',
  'preview-pdf': 'previews of PDFs by one person',
  analytics: 'requests of one person for the figures of projects',
  events: 'calls of one person that do not wait',
  search: 'searches of one person, by whichever call',
  project: 'projects created by one person',
  publish: 'projects published by one person',
  task: 'tasks created by one person',
  repeat: 'calls of one person with a key that has made something',
  decide: 'answers to many requests at once by one person',
  bulk: 'changes of many tasks at once by one person',
  import: 'imports of one person',
  list: 'pasted lists and plans of one person',
  comment: 'comments of one person',
  mark: 'marks of notices by one person',
  rename: 'changes of the name of one person',
  write: 'changes of any kind by one person',
  unsubscribe: 'links tried from one network',
}
/** Limits that nobody counts in the database. */
const ofItsOwn: Partial<Record<OperationName, string>> = {
  'events.list': `calls of one person that wait: ${WAITING_MAX} at once`,
  'events.stream': `streams of one person at one process: ${STREAMS_MAX} at once`,
}

const kinds = Object.keys(counted) as LimitKind[]
/** The limits that refuse a call with 429; most calls have none. */
export const limitsOf = (operation: string): LimitKind[] => {
  const endpoint = findEndpoint(operation)
  return kinds.filter(
    (kind) => endpoint && (kind === 'write' ? isWrite(operation, endpoint) : endpoint.limits?.includes(kind)),
  )
}

/** The limits of a call in words; none for most calls. */
export const limitsInWords = (operation: OperationName): string[] => {
  const own = ofItsOwn[operation]
  return [...limitsOf(operation).map(limitInWords), ...(own === undefined ? [] : [own])]
}

/** A limit as a text, such as "failed sign-ins from one network: 50 in 15 minutes". */
const limitInWords = (kind: LimitKind): string => {
  const { limit, seconds } = limitTable[kind]
  return `${counted[kind]}: ${limit} in ${spanInWords(seconds)}`
}

const spanInWords = (seconds: number): string => {
  const minutes = seconds / 60
  if (minutes === 1) return 'a minute'
  if (minutes < 60) return `${minutes} minutes`
  return minutes === 60 ? 'an hour' : `${minutes / 60} hours`
}
