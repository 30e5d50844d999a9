import type { CreatorApplicationColumn, CreatorApplication } from '#shared/contract/index.ts'
import { creatorApplicationStatus } from '#shared/rules/statuses.ts'
import { personText } from '#shared/rules/person.ts'
import type { Column } from '#cli/output/table.ts'
import { type ListOptions, printList } from '#cli/print-list.ts'
import { statusWord, type StatusWord } from './status-words.ts'

const columns: ReadonlyArray<Column<CreatorApplication>> = [
  { title: 'ID', name: 'id', text: ({ id }) => id },
  { title: 'USER', name: 'username', text: ({ user }) => user.username, shown: ({ user }) => personText(user) },
  { title: 'E-MAIL', name: 'email', text: ({ user }) => user.email },
  { title: 'TIER', name: 'tier', text: ({ user }) => user.tier, isMinor: true },
  { title: 'STATUS', name: 'status', text: ({ status }) => statusWord(status) },
  { title: 'APPLIED', name: 'createdAt', text: ({ createdAt }) => createdAt, isMinor: true },
  { title: 'REASON', name: 'reason', text: ({ reason }) => reason ?? '', isLong: true },
  { title: 'ANSWER BY', name: 'answerBy', text: ({ answerBy }) => answerBy ?? '', isMinor: true },
  { title: 'TEXT', name: 'text', text: ({ text }) => text ?? '', isLong: true },
]

type Options = ListOptions<CreatorApplicationColumn> & { status?: StatusWord }

/** Prints the creator applications, newest first unless sorted. */
export const listCreatorApplications = ({ status, ...options }: Options): Promise<void> =>
  printList(options, {
    columns,
    // Scripts read the same word as people, even if the contract's numbers change.
    asJson: (application) => ({ ...application, status: statusWord(application.status) }),
    read: (api, query) =>
      api.creatorApplications.list({
        query: { ...query, ...(status !== undefined && { status: creatorApplicationStatus[status] }) },
      }),
    nothing: 'No application found.',
    noun: 'applications',
  })
