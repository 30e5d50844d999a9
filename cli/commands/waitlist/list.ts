import type { WaitlistUser } from '../../../shared/contract/index.ts'
import type { Column } from '../../output/table.ts'
import { type ListOptions, printList } from '../../print-list.ts'

const columns: ReadonlyArray<Column<WaitlistUser>> = [
  { title: 'E-MAIL', name: 'email', text: ({ email }) => email },
  { title: 'INVITED', name: 'isInvited', text: ({ isInvited }) => (isInvited ? 'yes' : 'no') },
  { title: 'LAST INVITED', name: 'lastInvitedAt', text: ({ lastInvitedAt }) => lastInvitedAt ?? '' },
  { title: 'JOINED', name: 'createdAt', text: ({ createdAt }) => createdAt },
]

/** Prints the people on the waitlist, newest first; with `isInvited` undefined, invited ones and others. */
export const listWaitlist = ({ isInvited, ...options }: ListOptions & { isInvited?: boolean }): Promise<void> =>
  printList(options, {
    columns,
    read: (api, query) =>
      api.waitlist.list({ query: { ...query, ...(isInvited !== undefined && { isInvited: String(isInvited) }) } }),
    nothing: 'Nobody found.',
    noun: 'addresses',
  })
