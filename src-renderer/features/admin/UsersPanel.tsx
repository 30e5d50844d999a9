import { Box, Button, Typography, useMediaQuery } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import type { WaitlistUser } from '#shared/contract/index.ts'
import { useCapability } from '#data/capabilities.ts'
import { confirm } from '#lib/confirm.ts'
import { formatDate } from '#lib/format.ts'
import { clampedText, type TableColumn } from '#ui/list/DataTable.tsx'
import { clamp } from '#ui/look/text-looks.ts'
import { EmptyState } from '#ui/feedback/EmptyState.tsx'
import { SearchBox } from '#ui/list/SearchBox.tsx'
import { StatusDot } from '#ui/board/StatusDot.tsx'
import { type PanelProps, QUERY_MAX } from './admin-view.ts'
import { AdminTable } from './AdminTable.tsx'
import { focusEmailField, InvitationForm } from './InvitationForm.tsx'
import { InviteNext } from './InviteNext.tsx'
import { InviteSelected } from './InviteSelected.tsx'
import { InviteSeveralDialog } from './InviteSeveralDialog.tsx'
import { useLetIn, useRemoveFromWaitlist } from './mutations.ts'
import { waitlistQuery } from './queries.ts'
import { type RowActs, WaitlistActs } from './WaitlistActs.tsx'
import { WaitlistFunnel } from './WaitlistFunnel.tsx'

/** The states of the newest invitation's mail in words; a tooltip says why a mail failed or waits. */
const mailWords = { queued: 'Waiting', sent: 'Sent' } as const

const wishWords = { getWorkDone: 'wants work done', work: 'wants to work' } as const
/** What a person wants, where they asked, and who wants them. */
const wordsOf = ({ want, from, wantedBy }: WaitlistUser): string =>
  [
    ...(want ? [wishWords[want]] : []),
    ...(from ? [`asked at ${from.title}`] : []),
    ...wantedBy.map(({ name, project }) => `${name} wants them in ${project}`),
  ].join(' · ')

/** The height of rows on a phone that say what their people want. */
const NARROW_ROW_HEIGHT = 84

type Acts = RowActs & { isNarrow: boolean }

const columnsWith = ({
  isNarrow,
  invite,
  letIn,
  lettingIn,
  remove,
}: Acts): ReadonlyArray<TableColumn<WaitlistUser>> => [
  {
    field: 'email',
    headerName: 'Email',
    flex: 2,
    minWidth: 110,
    rowHeader: true,
    renderCell: ({ row }) => (
      <Box component="span" sx={isNarrow ? { ...clampedText, ...clamp(4) } : clampedText}>
        {row.email}
        {wordsOf(row) && (
          <Box component="span" title={wordsOf(row)} sx={{ display: 'block', color: 'text.secondary' }}>
            {wordsOf(row)}
          </Box>
        )}
      </Box>
    ),
  },
  {
    field: 'createdAt',
    headerName: 'Joined',
    width: 120,
    hideBelow: 'md',
    renderCell: ({ row }) => formatDate(row.createdAt),
  },
  {
    field: 'isInvited',
    headerName: 'Status',
    width: 112,
    renderCell: ({ row }) => (
      <StatusDot tone={row.isInvited ? { share: 1 } : { share: 0 }} label={row.isInvited ? 'Invited' : 'Not Invited'} />
    ),
  },
  {
    field: 'lastInvitedAt',
    headerName: 'Last invited',
    flex: 1,
    minWidth: 120,
    hideBelow: 'sm',
    renderCell: ({ row }) => formatDate(row.lastInvitedAt) ?? 'Never',
  },
  {
    field: 'mailState',
    headerName: 'Mail',
    width: 96,
    hideBelow: 'sm',
    renderCell: ({ row: { mailState, mailError } }) =>
      mailState === 'failed' ? (
        <span title={mailError ?? undefined}>
          <StatusDot tone={{ share: 1, isBad: true }} label="Failed" />
        </span>
      ) : (
        <span title={mailError ?? undefined}>{mailState ? mailWords[mailState] : '–'}</span>
      ),
  },
  {
    field: 'invite',
    headerName: 'Action',
    sortable: false,
    width: remove ? 112 : 80,
    align: 'right',
    headerAlign: 'right',
    renderCell: ({ row }) => (
      <WaitlistActs row={row} invite={invite} letIn={letIn} lettingIn={lettingIn} remove={remove} />
    ),
  },
]

const HEADING = 'waitlist-heading'

const askAndRemove = async (
  entry: WaitlistUser,
  remove: ReturnType<typeof useRemoveFromWaitlist>['mutate'],
): Promise<void> => {
  const opener = document.activeElement
  const isSure = await confirm({
    title: `Remove ${entry.email} from the waitlist?`,
    text: `We’ll forget the address.${entry.isInvited ? ' An unused invitation link stops working; an account made with it stays.' : ''} They can ask for access again.`,
    confirmLabel: 'Remove',
    isDangerous: true,
  })
  if (!isSure) return
  remove(entry, {
    // The button goes with its row. Somebody who has gone on since is not called back.
    onSuccess: () => {
      if ([document.body, opener].includes(document.activeElement)) document.getElementById(HEADING)?.focus()
    },
  })
}

const NobodyThere = ({ q, onShowAll }: { q: string; onShowAll: () => void }) =>
  q ? (
    <EmptyState
      kind="nothingFound"
      headingLevel={3}
      title="Nobody matches"
      text={`No address on the waitlist has "${q}" in it.`}
      action={<Button onClick={onShowAll}>Show everybody</Button>}
    />
  ) : (
    <EmptyState
      kind="people"
      headingLevel={3}
      title="Nobody is waiting"
      text="People who request access on the landing page appear here. You can invite any address above."
    />
  )

/** The tab Waitlist, which invites addresses and lists those who asked for access. */
export const UsersPanel = ({ view, hrefOf, change }: PanelProps) => {
  const waitlist = useQuery(waitlistQuery(view))
  const [email, setEmail] = useState('')
  const [pasted, setPasted] = useState('')
  const [isSeveral, setIsSeveral] = useState(false)
  const [selected, setSelected] = useState<ReadonlyMap<string, string>>(new Map())
  const isNarrow = useMediaQuery((theme) => theme.breakpoints.down('sm'))
  const select = (ids: readonly string[]) => {
    const rows = (waitlist.data?.data ?? []).map((row) => [row.id, row.email] as const)
    const known = new Map([...selected, ...rows])
    setSelected(new Map(ids.map((id) => [id, known.get(id) ?? ''])))
  }
  const hasWishes = useCapability('wishes', true)
  const canRemove = useCapability('waitlistRemoval', true)
  const { mutate } = useRemoveFromWaitlist()
  const { mutate: letIn, isPending, variables } = useLetIn()
  const lettingIn = isPending ? (variables ?? null) : null
  // The memo keeps the columns the same while a person types in the form above.
  const columns = useMemo(
    () =>
      columnsWith({
        isNarrow,
        invite: (address) => {
          setEmail(address)
          focusEmailField()
        },
        letIn,
        lettingIn,
        remove: canRemove ? (entry) => void askAndRemove(entry, mutate) : null,
      }),
    [isNarrow, canRemove, mutate, letIn, lettingIn],
  )
  return (
    <Box sx={{ display: 'grid', gap: 3, gridTemplateColumns: 'minmax(0, 1fr)' }}>
      <InvitationForm email={email} onChange={setEmail} onSeveral={() => setIsSeveral(true)} />
      <InviteSeveralDialog isOpen={isSeveral} text={pasted} onChange={setPasted} onClose={() => setIsSeveral(false)} />
      {hasWishes && <WaitlistFunnel />}
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'end', gap: 2 }}>
        <Typography
          variant="h3"
          component="h2"
          id={HEADING}
          tabIndex={-1}
          // It is on the line of the search field.
          sx={{ outline: 'none', lineHeight: '40px', mr: 'auto' }}
        >
          Waitlist
        </Typography>
        {hasWishes && <InviteNext />}
        <Box sx={{ width: { xs: '100%', sm: 340 } }}>
          <SearchBox
            label="Search the waitlist"
            placeholder="Part of an address"
            maxLength={QUERY_MAX}
            q={view.q}
            onSearch={(q) => change({ q })}
          />
        </Box>
      </Box>
      <InviteSelected
        selected={selected}
        q={view.q}
        onSelect={setSelected}
        onInvite={(addresses) => {
          setPasted(addresses.join('\n'))
          setSelected(new Map())
          setIsSeveral(true)
        }}
      />
      <AdminTable
        label="Waitlist"
        columns={columns}
        query={waitlist}
        failure="Failed to fetch waitlist users"
        page={view.page}
        hrefOf={(page) => hrefOf({ page })}
        sort={view.sort}
        // A phone has no room for boxes; all who are not invited can be chosen there, too.
        {...(!isNarrow && { selection: { ids: new Set(selected.keys()), onChange: select } })}
        // On a phone an address takes two lines, and what its person wants two more.
        {...(isNarrow && waitlist.data?.data.some((row) => wordsOf(row) !== '') && { rowHeight: NARROW_ROW_HEIGHT })}
        onSort={(sort) => change({ sort })}
        empty={<NobodyThere q={view.q} onShowAll={() => change({ q: '' })} />}
      />
    </Box>
  )
}
