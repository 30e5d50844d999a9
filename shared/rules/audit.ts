import type { AuditEntry } from '../contract/audit.ts'
import { csvField } from './csv.ts'

/** The nouns of the log, as filters name them. */
export const auditNouns = [
  { value: 'account', label: 'Accounts' },
  { value: 'project', label: 'Projects' },
  { value: 'member', label: 'Members' },
  { value: 'request', label: 'Requests' },
  { value: 'task', label: 'Tasks' },
  { value: 'comment', label: 'Comments' },
  { value: 'submission', label: 'Submissions' },
  { value: 'payment', label: 'Payments' },
  { value: 'file', label: 'Files' },
  { value: 'creatorApplication', label: 'Creator applications' },
  { value: 'waitlist', label: 'Waitlist' },
] as const

/** 'member.role' as words: 'Member: role'. */
export const kindText = (kind: string): string => {
  const words = kind.replace(/([A-Z])/g, (letter) => ` ${letter.toLowerCase()}`)
  const [noun = '', verb] = words.split('.')
  const named = noun.charAt(0).toUpperCase() + noun.slice(1)
  return verb === undefined ? named : `${named}: ${verb}`
}

const valueText = (value: unknown): string => {
  if (value === null) return 'nothing'
  return typeof value === 'string' ? value : JSON.stringify(value)
}

const ID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
const isOfIDs = (value: unknown): boolean =>
  Array.isArray(value) ? value.every(isOfIDs) : typeof value === 'string' && ID.test(value)

/**
 * What else an entry says, in one line: 'from member to admin', 'fields title, tier'. Empty where there is nothing. Without IDs it
 * says what a person can read.
 */
export const detailsText = ({ details = {} }: AuditEntry, { withIDs = true } = {}): string =>
  Object.entries(details)
    .filter(([, value]) => withIDs || !isOfIDs(value))
    // The database keeps short names first, so that 'to' would stand before 'from'.
    .toSorted(([one], [other]) => Number(other === 'from') - Number(one === 'from'))
    .map(([name, value]) => `${name} ${Array.isArray(value) ? value.map(valueText).join(', ') : valueText(value)}`)
    .join(' ')

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
