import { decimalOf } from './money.ts'
import type { AuditEntry } from '../contract/audit.ts'
import { csvField } from './csv.ts'
import { eventNouns } from './event-nouns.generated.ts'
import { projectStatusLabel, taskStatusLabel } from './statuses.ts'

/** 'creatorApplication' as words: 'creator application'; 'entryID' as 'entry ID'. */
const wordsOf = (name: string): string =>
  name.replace(/[A-Z]{2,}|[A-Z]/g, (letters) => ` ${letters.length > 1 ? letters : letters.toLowerCase()}`)

/** The nouns of the log, as filters name them. */
export const auditNouns = eventNouns.map((value) => {
  const words = wordsOf(value)
  return { value, label: words.charAt(0).toUpperCase() + words.slice(1) + (value === 'waitlist' ? '' : 's') }
})

/** What was done, where the verb of the log alone does not say it. */
const said: Readonly<Record<string, string>> = {
  'member.role': 'Role changed',
  'project.status': 'Project status changed',
  'project.labels': 'Labels changed',
  'project.templates': 'Task templates changed',
  'project.stages': 'Stages changed',
  'project.questions': 'Questions changed',
  'request.seen': 'Application opened',
  'request.letterChanged': 'Letter changed',
  'submission.submitted': 'Task submitted for review',
  'submission.accepted': 'Submission accepted',
  'submission.changes': 'Changes requested',
  'submission.reminded': 'Review waits',
  'task.due': 'Task due soon',
  'claim.made': 'Task taken',
  'claim.extended': 'Time for a task extended',
  'claim.warned': 'Time for a task ends soon',
  'claim.returned': 'Task given back',
  'claim.takenBack': 'Task taken back',
  'claim.expired': 'Time for a task over',
  'task.staged': 'Task moved to another stage',
  'waitlist.wanted': 'Asked to let somebody in',
  'waitlist.invited': 'Invited from the waitlist',
  'waitlist.removed': 'Removed from the waitlist',
  'account.signedIn': 'Signed in',
  'account.signedOut': 'Signed out',
  'account.tokenMade': 'Access token created',
  'account.tokenRevoked': 'Access token revoked',
  'account.twoStepOn': 'Two-step sign-in turned on',
  'account.twoStepOff': 'Two-step sign-in turned off',
  'account.exported': 'Data requested',
  'account.deletionAsked': 'Deletion requested',
  'account.deletionTakenBack': 'Deletion cancelled',
  'payout.changed': 'Payout details changed',
  'payout.read': 'Payout details read',
  'account.adminGranted': 'Administrator rights given',
  'account.adminRevoked': 'Administrator rights taken',
  'account.signedOutByAdministrator': 'Signed out by an administrator',
}

/** 'task.moved' as words: 'Task moved'. */
export const kindText = (kind: string): string => {
  const words = said[kind] ?? wordsOf(kind).replace('.', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** The label of a status, which the log keeps as its number. */
const statusText = (kind: string, name: string, value: number): string => {
  const isStatus = ['status', 'from', 'to'].includes(name)
  if (isStatus && kind.startsWith('task.')) return taskStatusLabel(value)
  if (isStatus && kind === 'project.status') return projectStatusLabel({ status: value }, 'workspace')
  return String(value)
}

const isChange = (value: unknown): value is { from: unknown; to: unknown } =>
  typeof value === 'object' && value !== null && 'from' in value && 'to' in value

const valueText = (kind: string, name: string, value: unknown): string => {
  if (value === null) return 'nothing'
  if (typeof value === 'number') return statusText(kind, name, value)
  if (isChange(value)) {
    const [from, to] = [valueText(kind, '', value.from), valueText(kind, '', value.to)]
    if (value.from === null) return `set to ${to}`
    return value.to === null ? `removed (${from})` : `from ${from} to ${to}`
  }
  return typeof value === 'string' ? value : JSON.stringify(value)
}

const ID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
const isOfIDs = (value: unknown): boolean =>
  Array.isArray(value) ? value.every(isOfIDs) : typeof value === 'string' && ID.test(value)

/**
 * What else an entry says, in one line: 'from member to admin', 'from Assigned to In Progress', 'fields title, tier';
 * empty if nothing. `withIDs` false leaves out IDs.
 */
export const detailsText = ({ kind, details = {} }: AuditEntry, { withIDs = true } = {}): string =>
  Object.entries(details)
    .filter(([, value]) => withIDs || !isOfIDs(value))
    // The database keeps short names first, so that 'to' would come before 'from'.
    .toSorted(([one], [other]) => Number(other === 'from') - Number(one === 'from'))
    .map(([name, value]) => {
      if (name === 'newDevice') return 'on a new device'
      if (name === 'amountCents' && typeof value === 'number')
        return `amount ${decimalOf(String(details['currency']), value)}`
      const values = Array.isArray(value) ? value : [value]
      const text = (one: unknown) => {
        const said = valueText(kind, name, one)
        return name === 'fields' ? wordsOf(said) : said
      }
      return `${wordsOf(name)} ${values.map(text).join(', ')}`
    })
    .reduce((text, one) => {
      if (text === '') return one
      return `${text}${one.startsWith('to ') ? ' ' : '; '}${one}`
    }, '')

/** Whom entries are about besides those that they name: the addresses that were invited, or taken off the waitlist, by their IDs. */
export const waitlistEntryOf = ({ details }: Pick<AuditEntry, 'details'>): string | undefined => {
  const id = details?.['entryID']
  return typeof id === 'string' ? id : undefined
}

/** The IDs of the people, and of the addresses on the waitlist, that entries speak of, as the calls that look them up take them. */
export const namedIn = (entries: readonly AuditEntry[]): { people: string; addresses: string } => {
  const joined = (ids: ReadonlyArray<string | undefined>) =>
    [...new Set(ids.filter((id) => id !== undefined))].join(',')
  return {
    people: joined(entries.flatMap(({ actor, subject }) => [actor?.id, subject?.id])),
    addresses: joined(entries.map(waitlistEntryOf)),
  }
}

const columns = ['When', 'Kind', 'Who', 'About', 'Project', 'Task', 'Request', 'Network', 'Details'] as const

/** The entries as a CSV file (RFC 4180) that a spreadsheet runs nothing of. */
export const auditCsv = (entries: readonly AuditEntry[]): string =>
  [
    columns.join(','),
    ...entries.map((entry) =>
      [
        entry.createdAt,
        entry.kind,
        entry.actor?.username ?? '',
        entry.subject?.username ?? '',
        entry.projectID ?? '',
        entry.taskID ?? '',
        entry.requestID ?? '',
        entry.network ?? '',
        detailsText(entry),
      ]
        .map(csvField)
        .join(','),
    ),
  ].join('\r\n') + '\r\n'
