import { Box, Button, TextField, Typography, useMediaQuery } from '@mui/material'
import { Link } from 'react-router-dom'
import type { AuditEntry } from '#shared/contract/audit.ts'
import { auditNouns, detailsText, kindText, waitlistEntryOf } from '#shared/rules/audit.ts'
import { formatMoment } from '#lib/format.ts'
import { clampedText, DataTable, type TableColumn } from './DataTable.tsx'
import { EmptyState } from '../feedback/EmptyState.tsx'
import { ErrorState } from '../feedback/ErrorState.tsx'
import { FilterSelect } from './FilterSelect.tsx'
import { ListToolbar } from './ListToolbar.tsx'
import { size } from '../look/tokens.ts'

/** What the address says of the audit; empty texts filter nothing. */
export type AuditView = { person: string; kind: string; from: string; to: string; cursor: string }
const nothing: AuditView = { person: '', kind: '', from: '', to: '', cursor: '' }

type CallOf = (person: NonNullable<AuditEntry['actor']>) => string
type TitleOf = (taskID: string) => string | undefined

type AuditTableProps = {
  view: AuditView
  hrefOf: (change: Partial<AuditView>) => string
  onChange: (change: Partial<AuditView>) => void
  data: { data: AuditEntry[]; nextCursor: string | null } | undefined
  pageSize: number
  error: unknown
  onRetry: () => void
  isRetrying: boolean
  onCsv: () => void
  isSaving: boolean
  /** Administrators see from where. */
  hasNetwork: boolean
  /** What a person is called; by the username by default. */
  callOf?: CallOf
  /** The address of an entry of the waitlist, where the screen knows it: the log has none. */
  addressOf?: (entryID: string) => string | undefined
  /** The title of a task, where the screen knows it: the log has none. */
  titleOf?: TitleOf
}

const note = { fontSize: size.note, color: 'text.secondary' } as const
const NARROW_ROW_HEIGHT = 84

const columnsWith = (
  hasNetwork: boolean,
  isNarrow: boolean,
  callOf: CallOf,
  titleOf: TitleOf,
  aboutOf: (entry: AuditEntry) => string,
): ReadonlyArray<TableColumn<AuditEntry>> => [
  {
    field: 'kind',
    headerName: 'What',
    flex: 2,
    minWidth: 150,
    rowHeader: true,
    renderCell: ({ row }) => (
      <Box sx={clampedText} title={detailsText(row)}>
        {[kindText(row.kind), row.taskID === null ? undefined : titleOf(row.taskID)].filter(Boolean).join(': ')}
        {isNarrow ? (
          <Typography sx={note}>
            {[row.actor ? callOf(row.actor) : 'The server', aboutOf(row), formatMoment(row.createdAt)]
              .filter(Boolean)
              .join(' · ')}
          </Typography>
        ) : (
          <Typography component="span" sx={{ ...note, ml: 1 }}>
            {detailsText(row, { withIDs: false })}
          </Typography>
        )}
      </Box>
    ),
  },
  {
    field: 'actor',
    headerName: 'Who',
    flex: 1,
    minWidth: 110,
    hideBelow: 'sm',
    renderCell: ({ row }) => (row.actor ? callOf(row.actor) : 'The server'),
  },
  {
    field: 'subject',
    headerName: 'About',
    flex: 1,
    minWidth: 110,
    hideBelow: 'md',
    renderCell: ({ row }) => aboutOf(row),
  },
  {
    field: 'createdAt',
    headerName: 'When',
    width: 200,
    hideBelow: 'sm',
    renderCell: ({ row }) => formatMoment(row.createdAt),
  },
  ...(hasNetwork
    ? [
        {
          field: 'network',
          headerName: 'Network',
          width: 160,
          hideBelow: 'md',
        } as const satisfies TableColumn<AuditEntry>,
      ]
    : []),
]

/** Who did what, when and from where, with its filters and its CSV. It makes no call itself. */
export const AuditTable = (props: AuditTableProps) => {
  const { view, hrefOf, onChange, data, pageSize, error, onRetry, isRetrying, onCsv, isSaving, hasNetwork } = props
  const { callOf = ({ username }) => username, titleOf = () => undefined, addressOf = () => undefined } = props
  const aboutOf = (entry: AuditEntry): string => {
    const { subject, actor } = entry
    // Somebody who did it about themselves is named once.
    if (subject) return subject.id === actor?.id ? '' : callOf(subject)
    return addressOf(waitlistEntryOf(entry) ?? '') ?? ''
  }
  const isNarrow = useMediaQuery((theme) => theme.breakpoints.down('sm'))
  const isFiltered = view.person !== '' || view.kind !== '' || view.from !== '' || view.to !== ''
  const day = (label: string, name: 'from' | 'to') => (
    <TextField
      label={label}
      type="date"
      value={view[name]}
      onChange={({ target }) => onChange({ [name]: target.value, cursor: '' })}
      slotProps={{ inputLabel: { shrink: true } }}
      sx={{ flex: { xs: '1 1 140px', sm: 'none' }, width: { xs: 'auto', sm: 160 } }}
    />
  )
  const isEmpty = data?.data.length === 0
  return (
    <Box sx={{ display: 'grid', gap: 3, gridTemplateColumns: 'minmax(0, 1fr)' }}>
      <ListToolbar
        label="Person"
        placeholder="Username or ID"
        maxLength={60}
        q={view.person}
        onSearch={(person) => onChange({ person, cursor: '' })}
      >
        <FilterSelect
          label="What"
          all="Everything"
          choices={auditNouns}
          value={auditNouns.find(({ value }) => value === view.kind)?.value ?? null}
          onChange={(kind) => onChange({ kind: kind ?? '', cursor: '' })}
        />
        {day('From', 'from')}
        {day('Until', 'to')}
        <Button variant="outlined" disabled={!data || isEmpty} loading={isSaving} onClick={onCsv}>
          Save as CSV
        </Button>
      </ListToolbar>
      {error !== null && error !== undefined && (
        <ErrorState title="Failed to load the audit" onRetry={onRetry} isRetrying={isRetrying} />
      )}
      {(data ?? !error) && (
        <DataTable
          label="Audit"
          columns={columnsWith(hasNetwork, isNarrow, callOf, titleOf, aboutOf)}
          rows={data?.data}
          {...(isNarrow && { rowHeight: NARROW_ROW_HEIGHT })}
          page={{ number: 1, size: pageSize, hrefOf: () => hrefOf({}) }}
          empty={
            isFiltered ? (
              <EmptyState
                kind="nothingFound"
                headingLevel={3}
                title="Nothing matches"
                action={<Button onClick={() => onChange(nothing)}>Show everything</Button>}
              />
            ) : (
              <EmptyState kind="history" headingLevel={3} title="Nothing yet" text="What people do appears here." />
            )
          }
        />
      )}
      {(view.cursor !== '' || data?.nextCursor) && (
        <Box component="nav" aria-label="Pages of the audit" sx={{ display: 'flex', gap: 1.5 }}>
          {view.cursor !== '' && (
            <Button component={Link} to={hrefOf({ cursor: '' })}>
              Newest
            </Button>
          )}
          {data?.nextCursor && (
            <Button component={Link} to={hrefOf({ cursor: data.nextCursor })}>
              Older
            </Button>
          )}
        </Box>
      )}
    </Box>
  )
}
