import { Box, Link as TextLink } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import type { DisputeRow } from '#shared/contract/disputes.ts'
import { disputeReasonLabels, disputeStateLabels, waitsForText } from '#shared/rules/disputes.ts'
import { formatDate } from '#lib/format.ts'
import { disputeQueueQuery } from '#parts/disputes/queries.ts'
import { DataTable, type TableColumn } from '#ui/list/DataTable.tsx'
import { EmptyState } from '#ui/feedback/EmptyState.tsx'
import { ErrorState } from '#ui/feedback/ErrorState.tsx'
import type { PanelProps } from './admin-view.ts'
import { DisputePage } from './DisputePage.tsx'
import { TABLE_PAGE } from './queries.ts'

const byText = ({ by, isLate, endedAt }: DisputeRow): string =>
  by === null ? `Ended ${formatDate(endedAt) ?? ''}` : `${isLate ? 'Late: ' : ''}${formatDate(by) ?? ''}`

const columnsWith = (hrefOf: PanelProps['hrefOf']): ReadonlyArray<TableColumn<DisputeRow>> => [
  {
    field: 'title',
    headerName: 'Task',
    flex: 2,
    minWidth: 140,
    rowHeader: true,
    renderCell: ({ row }) => (
      <TextLink component={Link} to={hrefOf({ dispute: row.id })} noWrap sx={{ display: 'block' }}>
        {row.title}
      </TextLink>
    ),
  },
  {
    field: 'reason',
    headerName: 'About',
    width: 140,
    hideBelow: 'md',
    valueGetter: (_, row) => disputeReasonLabels[row.reason],
  },
  {
    field: 'state',
    headerName: 'State',
    width: 112,
    valueGetter: (_, row) => disputeStateLabels[row.state],
  },
  {
    field: 'waitsFor',
    headerName: 'Waits for',
    width: 160,
    hideBelow: 'sm',
    valueGetter: (_, row) => waitsForText(row),
  },
  { field: 'by', headerName: 'By', width: 116, valueGetter: (_, row) => byText(row) },
]

/** The tab Disputes: all of them by their date, and one with all that its ruling needs. */
export const DisputesPanel = ({ view, hrefOf, change }: PanelProps) =>
  view.dispute === '' ? (
    <DisputeList view={view} hrefOf={hrefOf} change={change} />
  ) : (
    <DisputePage key={view.dispute} id={view.dispute} listHref={hrefOf({ dispute: '' })} />
  )

const DisputeList = ({ view, hrefOf, change }: PanelProps) => {
  const { data, error, isFetching, refetch } = useQuery(disputeQueueQuery())
  return (
    <Box sx={{ display: 'grid', gap: 3, gridTemplateColumns: 'minmax(0, 1fr)' }}>
      {error && (
        <ErrorState title="Failed to load the disputes" onRetry={() => void refetch()} isRetrying={isFetching} />
      )}
      {(data ?? !error) && (
        <DataTable
          label="Disputes"
          columns={columnsWith(hrefOf)}
          rows={data}
          onRowClick={({ id }) => change({ dispute: id })}
          page={{ number: view.page, size: TABLE_PAGE, hrefOf: (page) => hrefOf({ page }) }}
          empty={
            <EmptyState
              kind="nothingFound"
              headingLevel={3}
              title="No dispute"
              text="What two sides cannot agree on about a reward appears here."
            />
          }
        />
      )}
    </Box>
  )
}
