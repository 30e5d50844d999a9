import { Box, Button, useMediaQuery } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import type { AdministeredPerson, PeopleState } from '#shared/contract/administration.ts'
import { personText } from '#shared/rules/person.ts'
import { confirm } from '#lib/confirm.ts'
import { noteRow } from '#lib/focus-row.ts'
import { formatDate } from '#lib/format.ts'
import { paths } from '#lib/paths.ts'
import { DataTable, type TableColumn } from '#ui/list/DataTable.tsx'
import { EmptyState } from '#ui/feedback/EmptyState.tsx'
import { ErrorState } from '#ui/feedback/ErrorState.tsx'
import { FilterSelect } from '#ui/list/FilterSelect.tsx'
import { ListToolbar } from '#ui/list/ListToolbar.tsx'
import { PersonLine } from '#ui/person/PersonLine.tsx'
import { StatusDot } from '#ui/board/StatusDot.tsx'
import { type PanelProps, QUERY_MAX } from './admin-view.ts'
import { useActOnPerson } from './mutations.ts'
import { PersonMenu, type PersonVerb } from './PersonMenu.tsx'
import { peopleQuery, TABLE_PAGE } from './queries.ts'
import { SuspendDialog } from './SuspendDialog.tsx'

const states: ReadonlyArray<{ value: PeopleState; label: string }> = [
  { value: 'active', label: 'Active' },
  { value: 'suspended', label: 'Suspended' },
  { value: 'administrators', label: 'Administrators' },
]

const State = ({ person }: { person: AdministeredPerson }) => {
  if (person.suspendedAt !== null)
    return (
      <span title={person.suspensionReason ?? undefined}>
        <StatusDot tone={{ share: 0, isStruck: true, isBad: true }} label="Suspended" />
      </span>
    )
  if (!person.isEmailVerified) return <StatusDot tone={{ share: 0 }} label="Not verified" />
  return <StatusDot tone={{ share: 1 }} label={person.isAdministrator ? 'Administrator' : 'Active'} />
}

/** The grid's cells are as high as a row; a name has two lines of its own. */
const personCell = {
  minWidth: 0,
  maxHeight: '100%',
  overflow: 'hidden',
  whiteSpace: 'normal',
  lineHeight: 1.35,
  fontVariantNumeric: 'normal',
} as const
/** The height of a row in which a name of two lines and the state below it fit. */
const NARROW_ROW_HEIGHT = 84

/** What is asked before an act, but for a suspension, which has its own dialog. */
const questions = {
  restore: (name: string) => ({
    title: `Restore ${name}?`,
    text: 'They can sign in again.',
    confirmLabel: 'Restore',
  }),
  signOut: (name: string) => ({
    title: `Sign ${name} out everywhere?`,
    text: 'All their sessions will end. They can sign in again.',
    confirmLabel: 'Sign out',
    isDangerous: true,
  }),
  revokeAdmin: (name: string) => ({
    title: `Remove administrator rights from ${name}?`,
    text: 'Only a command on the server can give them back.',
    confirmLabel: 'Remove rights',
    isDangerous: true,
  }),
} as const

type ColumnsInput = {
  isNarrow: boolean
  busyID: string | undefined
  choose: (person: AdministeredPerson, verb: PersonVerb) => void
}
const columnsWith = ({ isNarrow, busyID, choose }: ColumnsInput): ReadonlyArray<TableColumn<AdministeredPerson>> => [
  {
    field: 'username',
    headerName: 'Person',
    flex: 2,
    minWidth: 150,
    rowHeader: true,
    renderCell: ({ row }) => (
      <Box sx={personCell}>
        <PersonLine person={row} href={paths.profile(row.username)}>
          {isNarrow && <State person={row} />}
        </PersonLine>
      </Box>
    ),
  },
  { field: 'email', headerName: 'Email', flex: 2, minWidth: 180, hideBelow: 'sm' },
  { field: 'state', headerName: 'State', width: 136, hideBelow: 'sm', renderCell: ({ row }) => <State person={row} /> },
  {
    field: 'createdAt',
    headerName: 'Joined',
    width: 120,
    hideBelow: 'md',
    renderCell: ({ row }) => formatDate(row.createdAt),
  },
  {
    field: 'lastActiveAt',
    headerName: 'Last here',
    width: 120,
    hideBelow: 'md',
    renderCell: ({ row }) => formatDate(row.lastActiveAt) ?? 'Never',
  },
  {
    field: 'actions',
    headerName: 'Actions',
    width: 84,
    align: 'right',
    headerAlign: 'right',
    renderCell: ({ row }) => (
      <PersonMenu person={row} isBusy={busyID === row.id} onChoose={(verb) => choose(row, verb)} />
    ),
  },
]

/** The tab People, where administrators suspend, restore and sign out. */
export const PeoplePanel = ({ view, hrefOf, change }: PanelProps) => {
  const { data, error, isFetching, refetch } = useQuery(peopleQuery(view))
  const act = useActOnPerson()
  const [suspended, setSuspended] = useState<AdministeredPerson | null>(null)
  const isNarrow = useMediaQuery((theme) => theme.breakpoints.down('sm'))
  const choose = async (person: AdministeredPerson, verb: PersonVerb) => {
    if (verb === 'suspend') return setSuspended(person)
    if (await confirm(questions[verb](personText(person))))
      act.mutate({ verb, person }, { onSettled: noteRow(person.id) })
  }
  const columns = columnsWith({
    isNarrow,
    busyID: act.isPending ? act.variables.person.id : undefined,
    choose: (person, verb) => void choose(person, verb),
  })
  const isFiltered = view.q !== '' || view.state !== null
  return (
    <Box sx={{ display: 'grid', gap: 3, gridTemplateColumns: 'minmax(0, 1fr)' }}>
      <ListToolbar
        label="Search people"
        placeholder="Name, address or ID"
        maxLength={QUERY_MAX}
        q={view.q}
        onSearch={(q) => change({ q, cursor: '' })}
      >
        <FilterSelect
          label="State"
          all="All"
          choices={states}
          value={view.state}
          onChange={(state) => change({ state, cursor: '' })}
        />
      </ListToolbar>
      {error && <ErrorState title="Failed to load people" onRetry={() => void refetch()} isRetrying={isFetching} />}
      {(data ?? !error) && (
        <DataTable
          label="People"
          columns={columns}
          rows={data?.data}
          {...(isNarrow && { rowHeight: NARROW_ROW_HEIGHT })}
          page={{ number: 1, size: TABLE_PAGE, hrefOf: () => hrefOf({}) }}
          empty={
            isFiltered ? (
              <EmptyState
                kind="nothingFound"
                headingLevel={3}
                title="Nobody matches"
                action={<Button onClick={() => change({ q: '', state: null, cursor: '' })}>Show everybody</Button>}
              />
            ) : (
              <EmptyState
                kind="people"
                headingLevel={3}
                title="Nobody here"
                text="People appear here when they register."
              />
            )
          }
        />
      )}
      {(view.cursor !== '' || data?.nextCursor) && (
        <Box component="nav" aria-label="Pages of people" sx={{ display: 'flex', gap: 1.5 }}>
          {view.cursor !== '' && (
            <Button component={Link} to={hrefOf({ cursor: '' })}>
              First page
            </Button>
          )}
          {data?.nextCursor && (
            <Button component={Link} to={hrefOf({ cursor: data.nextCursor })}>
              Next page
            </Button>
          )}
        </Box>
      )}
      {suspended && (
        <SuspendDialog
          person={suspended}
          isPending={act.isPending}
          onClose={() => setSuspended(null)}
          onSuspend={(reason) =>
            act.mutate(
              { verb: 'suspend', person: suspended, reason },
              { onSuccess: () => setSuspended(null), onSettled: noteRow(suspended.id) },
            )
          }
        />
      )}
    </Box>
  )
}
