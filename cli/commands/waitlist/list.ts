import type { MailState, WaitlistColumn, WaitlistUser, Wish } from '#shared/contract/index.ts'
import type { Column } from '#cli/output/table.ts'
import { type ListOptions, printList } from '#cli/print-list.ts'

const columns: ReadonlyArray<Column<WaitlistUser>> = [
  { title: 'E-MAIL', name: 'email', text: ({ email }) => email },
  {
    title: 'INVITED',
    name: 'isInvited',
    text: ({ isInvited }) => String(isInvited),
    shown: ({ isInvited }) => (isInvited ? 'yes' : 'no'),
  },
  { title: 'LAST INVITED', name: 'lastInvitedAt', text: ({ lastInvitedAt }) => lastInvitedAt ?? '' },
  { title: 'MAIL', name: 'mailState', text: ({ mailState }) => mailState ?? '' },
  { title: 'MAIL ERROR', name: 'mailError', text: ({ mailError }) => mailError ?? '', isLong: true },
  { title: 'JOINED', name: 'createdAt', text: ({ createdAt }) => createdAt, isMinor: true },
  { title: 'WANTS', name: 'want', text: ({ want }) => want ?? '', isMinor: true },
]

type Options = ListOptions<WaitlistColumn> & { isInvited?: boolean; mail?: MailState; want?: Wish }

/**
 * Prints the people on the waitlist, newest first unless sorted; `isInvited: undefined` prints those invited and those
 * not.
 */
export const listWaitlist = ({ isInvited, mail, want, ...options }: Options): Promise<void> =>
  printList(options, {
    columns,
    read: (api, query) =>
      api.waitlist.list({
        query: {
          ...query,
          ...(isInvited !== undefined && { isInvited: String(isInvited) }),
          ...(mail !== undefined && { mailState: mail }),
          ...(want !== undefined && { want }),
        },
      }),
    nothing: 'Nobody found.',
    noun: 'addresses',
  })
