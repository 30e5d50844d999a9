import { type OperationName, operations, STREAMS_MAX } from '../../shared/contract/index.ts'
import { isWrite } from '../http/policies.ts'
import { type LimitKind, limitTable } from '../limit-table.ts'

const askingForPassword: readonly OperationName[] = [
  'auth.login',
  'account.changePassword',
  'account.changeEmail',
  'ownData.askDeletion',
  'twoStep.setUp',
  'twoStep.switchOff',
  'twoStep.renewCodes',
]
const askingForSecondStep: readonly OperationName[] = [
  'auth.secondStep',
  'twoStep.confirm',
  'twoStep.switchOff',
  'twoStep.renewCodes',
]

/**
 * The things that each limit counts, in words, and the calls that the limit refuses. Some numbers depend on settings;
 * the defaults are shown.
 */
const counted: Readonly<Record<LimitKind, readonly [what: string, ...calls: string[]]>> = {
  'login-account-network': ['failed sign-ins to one account from one network', ...askingForPassword],
  'login-network': ['failed sign-ins from one network', ...askingForPassword],
  'login-account': ['failed sign-ins to one account', ...askingForPassword],
  'two-step': ['wrong codes of the second step for one account', ...askingForSecondStep],
  'two-step-day': ['wrong codes of the second step for one account', ...askingForSecondStep],
  'recovery-code-network': ['wrong recovery codes for one account from one network', ...askingForSecondStep],
  'recovery-code': ['wrong recovery codes for one account', ...askingForSecondStep],
  otp: ['wrong codes for one account', 'auth.verifyOtp', 'account.confirmEmail'],
  'code-mail': ['code mails to one address', 'auth.resendOtp', 'account.changeEmail'],
  'reset-mail': ['reset mails to one address', 'auth.forgotPassword'],
  mail: ['mails asked for by one network', 'auth.resendOtp', 'auth.forgotPassword', 'account.changeEmail'],
  register: ['registrations from one network', 'auth.register'],
  verify: ['codes tried from one network', 'auth.verifyOtp', 'auth.secondStep', 'account.confirmEmail'],
  link: [
    'links tried from one network',
    'auth.verifyEmailToken',
    'auth.registrationOfLink',
    'auth.verifyResetToken',
    'auth.resetPassword',
    'account.takeBackEmail',
  ],
  'invitation-link': ['invitation links tried from one network', 'waitlist.validateInvitation'],
  refresh: ['token exchanges from one network', 'auth.refreshToken'],
  subscribe: ['requests for access from one network', 'waitlist.subscribe'],
  invite: ['invitations sent by one person', 'memberships.invite'],
  assign: ['tasks that one person gives to others', 'tasks.create', 'tasks.update'],
  ai: [
    'calls of one person that an AI endpoint answers',
    'ai.generateProject',
    'ai.generateTask',
    'ai.suggestTasks',
    'ai.enhanceDescription',
  ],
  token: ['access tokens that one person makes', 'tokens.create'],
  export: ['exports that one person asks for', 'ownData.askExport'],
  'export-tasks': ["exports of a project's tasks by one person", 'imports.download'],
  submit: ['tasks that one person submits for review', 'submissions.create'],
  upload: ['uploads of one person', 'files.upload'],
  picture: ['pictures that one person sends of themselves', 'users.setPicture'],
  preview: ['previews of one person', 'files.preview'],
  'preview-pdf': ['previews of PDFs by one person', 'files.preview'],
  analytics: ['requests of one person for the figures of projects', 'projects.analytics'],
  search: [
    'searches of one person, by whichever call',
    'projects.openProjects',
    'savedSearches.list',
    'people.talents',
    'people.search',
    'memberships.search',
  ],
  project: ['projects created by one person', 'projects.create', 'projects.duplicate'],
  publish: ['projects published by one person', 'projects.update'],
  task: ['tasks created by one person', 'tasks.create'],
  repeat: ['calls of one person with a key that has made something', 'tasks.create', 'projects.duplicate'],
  decide: ['answers to many requests at once by one person', 'requests.decide'],
  bulk: ['changes of many tasks at once by one person', 'tasks.bulk'],
  import: ['imports of one person', 'imports.create'],
  list: ['pasted lists and plans of one person', 'imports.create'],
  comment: ['comments of one person', 'comments.create'],
  mark: ['marks of notices by one person', 'notifications.mark'],
  rename: ['changes of the name of one person', 'users.updateProfile'],
  write: [
    'changes of any kind by one person',
    ...operations.filter(({ operation, endpoint }) => isWrite(operation, endpoint)).map(({ operation }) => operation),
  ],
  unsubscribe: ['links tried from one network', 'notifications.unsubscribe'],
}
/** Limits that nobody counts in the database. */
const ofItsOwn: Partial<Record<OperationName, string>> = {
  'events.stream': `streams of one person at one process: ${STREAMS_MAX} at once`,
}

const kinds = Object.keys(counted) as LimitKind[]

/** The limits that refuse a call with 429; most calls have none. */
export const limitsOf = (operation: string): LimitKind[] =>
  kinds.filter((kind) => counted[kind].slice(1).includes(operation))

/** The limits of a call in words; none for most calls. */
export const limitsInWords = (operation: OperationName): string[] => {
  const own = ofItsOwn[operation]
  return [...limitsOf(operation).map(limitInWords), ...(own === undefined ? [] : [own])]
}

/** A limit as a text, such as "failed sign-ins from one network: 50 in 15 minutes". */
const limitInWords = (kind: LimitKind): string => {
  const { limit, seconds } = limitTable[kind]
  return `${counted[kind][0]}: ${limit} in ${spanInWords(seconds)}`
}

const spanInWords = (seconds: number): string => {
  const minutes = seconds / 60
  if (minutes === 1) return 'a minute'
  if (minutes < 60) return `${minutes} minutes`
  return minutes === 60 ? 'an hour' : `${minutes / 60} hours`
}
