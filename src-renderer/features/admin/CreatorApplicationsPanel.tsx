import { Box, Button, useMediaQuery } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { RefreshCw } from 'lucide-react'
import { useState } from 'react'
import type { CreatorApplication } from '#shared/contract/index.ts'
import { personText } from '#shared/rules/person.ts'
import { creatorApplicationStatus, creatorApplicationStatusLabel } from '#shared/rules/statuses.ts'
import { isApiError } from '#lib/api.ts'
import { confirm } from '#lib/confirm.ts'
import { noteRow } from '#lib/focus-row.ts'
import { answerByText, dayBeside, isDueSoon } from '#lib/answer-date.ts'
import { paths } from '#lib/paths.ts'
import type { TableColumn } from '#ui/list/DataTable.tsx'
import { EmptyState } from '#ui/feedback/EmptyState.tsx'
import { FilterSelect } from '#ui/list/FilterSelect.tsx'
import { ListToolbar } from '#ui/list/ListToolbar.tsx'
import { PersonLine } from '#ui/person/PersonLine.tsx'
import { PersonTier } from '#ui/person/PersonTier.tsx'
import { CreatorApplicationStatusDot } from '#ui/board/StatusDot.tsx'
import { size, weight } from '#ui/look/tokens.ts'
import { type PanelProps, QUERY_MAX } from './admin-view.ts'
import { AdminTable } from './AdminTable.tsx'
import { useDecide } from './mutations.ts'
import { EarlierApplications } from './EarlierApplications.tsx'
import { creatorApplicationsQuery } from './queries.ts'
import { RejectDialog } from './RejectDialog.tsx'

type RowActions = {
  isNarrow: boolean
  busyID: string | undefined
  approve: (application: CreatorApplication) => void
  reject: (application: CreatorApplication) => void
  showEarlier: (application: CreatorApplication) => void
}
/** The grid gives cells one line as high as the row, and tabular numbers, which pull hyphens apart; this undoes both. */
const personCell = {
  minWidth: 0,
  maxHeight: '100%',
  overflow: 'hidden',
  whiteSpace: 'normal',
  lineHeight: 1.35,
  fontVariantNumeric: 'normal',
} as const
/** The height of a row in which a name of two lines and the status below it fit. */
const NARROW_ROW_HEIGHT = 84

/** The button to a person's applications: how many came before, or that this one has a text. */
const lookOf = ({ earlier, user }: CreatorApplication) =>
  earlier > 0
    ? { label: `${earlier} earlier`, name: `${earlier} earlier by ${personText(user)}` }
    : { label: 'Read', name: `Read the application of ${personText(user)}` }

type StatusProps = { application: CreatorApplication; onEarlier: RowActions['showEarlier'] }
/** The state of an application, and how many the same person made before. */
const Status = ({ application, onEarlier }: StatusProps) => (
  <Box component="span" sx={{ display: 'inline-flex', alignItems: 'center', gap: 1.5 }}>
    <CreatorApplicationStatusDot status={application.status} />
    {(application.earlier > 0 || application.text) && (
      <Button
        size="small"
        aria-label={lookOf(application).name}
        onClick={() => onEarlier(application)}
        sx={{ p: 0.25, minWidth: 0 }}
      >
        {lookOf(application).label}
      </Button>
    )}
  </Box>
)

const columnsWith = ({
  isNarrow,
  busyID,
  approve,
  reject,
  showEarlier,
}: RowActions): ReadonlyArray<TableColumn<CreatorApplication>> => [
  {
    field: 'name',
    headerName: 'User',
    flex: 1,
    minWidth: 120,
    rowHeader: true,
    renderCell: ({ row }) => (
      <Box sx={personCell}>
        <PersonLine person={row.user} href={paths.profile(row.user.username)}>
          {/* On a phone a column of its own would leave the name room for ten letters, so the status is below it. */}
          {isNarrow && <Status application={row} onEarlier={showEarlier} />}
        </PersonLine>
      </Box>
    ),
  },
  {
    field: 'email',
    headerName: 'Email',
    flex: 2,
    minWidth: 180,
    hideBelow: 'sm',
    valueGetter: (_, { user }) => user.email,
  },
  {
    field: 'tier',
    headerName: 'Tier',
    width: 120,
    hideBelow: 'md',
    renderCell: ({ row }) => <PersonTier tier={row.user.tier} />,
  },
  {
    field: 'status',
    headerName: 'Status',
    width: 164,
    hideBelow: 'sm',
    renderCell: ({ row }) => <Status application={row} onEarlier={showEarlier} />,
  },
  {
    field: 'createdAt',
    headerName: 'Applied',
    width: 180,
    hideBelow: 'md',
    renderCell: ({ row: { createdAt, answerBy } }) => (
      <Box sx={personCell}>
        {dayBeside(answerBy, createdAt)}
        {answerBy !== null && (
          <Box
            component="span"
            sx={{
              display: 'block',
              fontSize: size.note,
              color: 'text.secondary',
              ...(isDueSoon(answerBy) && { color: 'warning.main', fontWeight: weight.semibold }),
            }}
          >
            {answerByText(answerBy)}
          </Box>
        )}
      </Box>
    ),
  },
  {
    field: 'actions',
    headerName: 'Actions',
    sortable: false,
    // The column is only as wide as both buttons, so that a phone shows the second one too.
    width: 148,
    align: 'right',
    headerAlign: 'right',
    renderCell: ({ row }) =>
      row.status === creatorApplicationStatus.pending && (
        <Box sx={{ display: 'flex', mr: -1, '& button': { minWidth: 0, px: 1 } }}>
          <Button
            size="small"
            aria-label={`Approve ${personText(row.user)}`}
            loading={busyID === row.id}
            onClick={() => approve(row)}
          >
            Approve
          </Button>
          <Button
            size="small"
            color="error"
            aria-label={`Reject ${personText(row.user)}`}
            disabled={busyID === row.id}
            onClick={() => reject(row)}
          >
            Reject
          </Button>
        </Box>
      ),
  },
]

/** The button goes with the decision; the call itself shows a refusal. */
const settle = (decision: Promise<unknown>, refocus: () => void) => void decision.catch(() => null).then(refocus)

const statuses = ([0, 1, 2] as const).map((value) => ({ value, label: creatorApplicationStatusLabel(value) }))

/** The tab Creator Applications, where they are listed and decided. */
export const CreatorApplicationsPanel = ({ view, hrefOf, change }: PanelProps) => {
  const applications = useQuery(creatorApplicationsQuery(view))
  const decide = useDecide()
  const [looked, setLooked] = useState<CreatorApplication | null>(null)
  const [rejected, setRejected] = useState<CreatorApplication | null>(null)
  const reject = async (application: CreatorApplication, reason: string | undefined) => {
    const refocus = noteRow(application.id)
    try {
      await decide.mutateAsync({ application, isApproved: false, reason })
    } catch (error) {
      // After a failure the dialog stays, so that the reason can be sent again; after a 409 somebody else has decided.
      if (!isApiError(error) || error.status !== 409) return
    }
    setRejected(null)
    refocus()
  }
  const approve = async (application: CreatorApplication) => {
    const isSure = await confirm({
      title: 'Approve this application?',
      text: `${personText(application.user)} will be able to publish projects. You can’t undo this here.`,
      confirmLabel: 'Approve',
    })
    if (isSure) settle(decide.mutateAsync({ application, isApproved: true }), noteRow(application.id))
  }
  const isFiltered = view.q !== '' || view.status !== null
  const isNarrow = useMediaQuery((theme) => theme.breakpoints.down('sm'))
  const columns = columnsWith({
    isNarrow,
    busyID: decide.isPending ? decide.variables.application.id : undefined,
    approve: (application) => void approve(application),
    reject: setRejected,
    showEarlier: setLooked,
  })
  return (
    <Box sx={{ display: 'grid', gap: 3, gridTemplateColumns: 'minmax(0, 1fr)' }}>
      <ListToolbar
        label="Search applications"
        placeholder="Name or address"
        maxLength={QUERY_MAX}
        q={view.q}
        onSearch={(q) => change({ q })}
      >
        <FilterSelect
          label="Status"
          all="All"
          choices={statuses}
          value={view.status}
          onChange={(status) => change({ status })}
        />
        <Button
          variant="outlined"
          startIcon={<RefreshCw size={16} aria-hidden />}
          loading={applications.isFetching}
          onClick={() => void applications.refetch()}
          sx={{ height: 47 }}
        >
          Refresh
        </Button>
      </ListToolbar>
      <AdminTable
        label="Creator applications"
        columns={columns}
        {...(isNarrow && { rowHeight: NARROW_ROW_HEIGHT })}
        query={applications}
        failure="Failed to fetch creator applications"
        page={view.page}
        hrefOf={(page) => hrefOf({ page })}
        sort={view.sort}
        onSort={(sort) => change({ sort })}
        empty={
          isFiltered ? (
            <EmptyState
              kind="nothingFound"
              headingLevel={3}
              title="No application matches"
              action={<Button onClick={() => change({ q: '', status: null })}>Show all applications</Button>}
            />
          ) : (
            <EmptyState
              kind="requests"
              headingLevel={3}
              title="No applications yet"
              text="People who apply to publish projects appear here."
            />
          )
        }
      />
      <EarlierApplications application={looked} onClose={() => setLooked(null)} />
      {rejected && (
        <RejectDialog
          application={rejected}
          onClose={() => setRejected(null)}
          isPending={decide.isPending}
          onReject={(reason) => void reject(rejected, reason)}
        />
      )}
    </Box>
  )
}
