import { Box, Button, useMediaQuery } from '@mui/material'
import { type ReactNode, useMemo, useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import type { Label, ProjectRole, Stage, Task } from '#shared/contract/index.ts'
import { stageOf } from '#shared/rules/stages.ts'
import { taskStatusLabel } from '#shared/rules/statuses.ts'
import { useCapability } from '#data/capabilities.ts'
import { useProjectCurrency } from '#data/projects.ts'
import { useStages } from '#data/stages.ts'
import { isApiError } from '#lib/api.ts'
import { briefDate, formatDate } from '#lib/format.ts'
import { useKeptFocus } from '#lib/kept-focus.ts'
import { useToday } from '#lib/use-today.ts'
import { clampedText, DataTable, type TableColumn } from '#ui/list/DataTable.tsx'
import type { EmptyKind } from '#ui/feedback/empty-pictures.tsx'
import { EmptyState } from '#ui/feedback/EmptyState.tsx'
import { ErrorState } from '#ui/feedback/ErrorState.tsx'
import { LabelChips } from '#ui/board/LabelChips.tsx'
import { TaskStatusDot } from '#ui/board/StatusDot.tsx'
import { size, STICKY_TOP, weight } from '#ui/look/tokens.ts'
import { BulkBar } from './BulkBar.tsx'
import { BACKLOG_PAGE, labelsQuery } from '../data/queries.ts'
import { dueText, isOverdue, labelsOf, priorityColours, priorityLabels, rewardOf } from '../data/task-facts.ts'
import { StatusCounts } from '../filters/StatusCounts.tsx'
import { assigneeName } from '../data/task-rules.ts'
import { type BacklogView, useBacklogRows } from './use-backlog-rows.ts'
import type { TaskSelection } from '../filters/use-task-selection.ts'
import type { useTasksView } from '../filters/use-tasks-view.ts'

/** On a phone the status is below the title, which would otherwise have room for two words. */
const TitleAndStatus = ({ task, stage, reward }: { task: Task; stage: string | undefined; reward: string | null }) => (
  <Box sx={{ minWidth: 0, display: 'grid', gap: 0.25, gridTemplateColumns: 'minmax(0, 1fr)' }}>
    <Box component="span" dir="auto" sx={clampedText}>
      {task.title}
    </Box>
    <Box component="span" sx={{ fontSize: size.note, lineHeight: 1.35, color: 'text.secondary', whiteSpace: 'normal' }}>
      {task.taskId && `#${task.taskId} · `}
      <TaskStatusDot status={task.status} />
      {stage !== undefined && stage !== taskStatusLabel(task.status) && ` · ${stage}`}
      {reward !== null && ` · ${reward}`}
    </Box>
  </Box>
)
const NARROW_ROW_HEIGHT = 76

/** The width of the labels' column, and what its cells keep free at both sides. */
const LABELS_WIDTH = 136
const CELL_PADDING = 20

const rewardColumn = (currency: string): TableColumn<Task> => ({
  field: 'reward',
  headerName: 'Reward',
  width: 88,
  hideBelow: 'wide3',
  renderCell: ({ row }) => (
    <Box component="span" className="tabular" sx={clampedText}>
      {rewardOf(row, currency) ?? '–'}
    </Box>
  ),
})

/** Due date, priority and labels, by which the server sorts, over all pages. On narrower windows the later ones give way first. */
const moreColumns = (labels: readonly Label[], now: string): Array<TableColumn<Task>> => [
  {
    field: 'dueOn',
    headerName: 'Due',
    width: 104,
    hideBelow: 'wide1',
    renderCell: ({ row }) => (
      <Box component="span" sx={{ ...clampedText, ...(isOverdue(row, now) && { color: 'error.main' }) }}>
        {dueText(row, now) ?? '–'}
      </Box>
    ),
  },
  {
    field: 'priority',
    headerName: 'Priority',
    width: 80,
    hideBelow: 'wide2',
    renderCell: ({ row: { priority = 'none' } }) =>
      priority === 'none' ? (
        '–'
      ) : (
        <Box
          component="span"
          sx={{ color: priorityColours[priority], ...(priority === 'urgent' && { fontWeight: weight.semibold }) }}
        >
          {priorityLabels[priority]}
        </Box>
      ),
  },
  {
    field: 'labels',
    headerName: 'Labels',
    width: LABELS_WIDTH,
    hideBelow: 'wide4',
    renderCell: ({ row }) => <LabelChips labels={labelsOf(row, labels)} room={LABELS_WIDTH - CELL_PADDING} lines={2} />,
  },
]

/**
 * A day in one line: without the year if it is the current one, and with the whole date on request. The column is wider
 * where a row has another year.
 */
const dateColumn = (
  field: 'createdAt' | 'updatedAt',
  headerName: string,
  rows: readonly Task[] = [],
): TableColumn<Task> => ({
  field,
  headerName,
  width: rows.some((row) => briefDate(row[field]) === formatDate(row[field])) ? 112 : 80,
  hideBelow: field === 'createdAt' ? 'wide6' : 'wide5',
  renderCell: ({ row }) => (
    <Box
      component="time"
      dateTime={row[field]}
      title={formatDate(row[field]) ?? ''}
      aria-label={formatDate(row[field]) ?? ''}
      sx={{ whiteSpace: 'nowrap' }}
    >
      {briefDate(row[field])}
    </Box>
  ),
})

/** The view without a stage that is gone, which a link may name. */
const ofStages = (view: BacklogView, stages: readonly Stage[]): BacklogView =>
  stages.some(({ id }) => id === view.stage) ? view : { ...view, stage: null }

type TaskBacklogProps = {
  projectID: string
  role: ProjectRole
  selection: TaskSelection
  /** All tasks, which are counted; `fitting` has those that fit the filters, and `tasks` those of them that have the status. */
  all: readonly Task[]
  fitting: readonly Task[]
  tasks: readonly Task[]
  empty: { kind: EmptyKind; title: string; text: string; action: ReactNode }
  view: BacklogView &
    Pick<ReturnType<typeof useTasksView>, 'linkToTask' | 'openTask' | 'hrefOfPage' | 'changeSort' | 'selectStatus'>
}

/** The Backlog: every task as a count by status and as a table, requested and rejected ones too. */
export const TaskBacklog = ({ projectID, role, selection, all, fitting, tasks, empty, view }: TaskBacklogProps) => {
  const { linkToTask, openTask, page, hrefOfPage, sort, changeSort } = view
  /** The height of the bar that stays above the table's header while tasks are selected. */
  const [barHeight, setBarHeight] = useState(0)
  // After an act on the selection its bar is gone.
  const area = useKeptFocus<HTMLDivElement>('[role="grid"] [tabindex="0"]')
  const isNarrow = useMediaQuery((theme) => theme.breakpoints.down('sm'))
  const hasMore = useCapability('tasks2', true)
  const hasRewards = useCapability('rewards', hasMore)
  const currency = useProjectCurrency(projectID, hasRewards)
  const labels = useQuery(labelsQuery(projectID, hasMore)).data
  const { stages } = useStages(projectID)
  const now = useToday()
  const { rows, total, failure } = useBacklogRows(projectID, ofStages(view, stages), { all, tasks, hasMore })
  const { selected, select } = selection
  const known = useMemo(() => new Map([...(rows ?? []), ...all].map((task) => [task.id, task])), [rows, all])
  const newestOf = (task: Task): Task => known.get(task.id) ?? task
  const selectIDs = (ids: readonly string[]) => select(ids.flatMap((id) => known.get(id) ?? selected.get(id) ?? []))
  const columns = useMemo<Array<TableColumn<Task>>>(
    () => [
      {
        field: 'taskId',
        headerName: '#',
        width: 50,
        hideBelow: 'sm',
        valueGetter: (_value, row) => Number(row.taskId),
        renderCell: ({ row }) => <Box sx={{ color: 'text.secondary' }}>{row.taskId}</Box>,
      },
      {
        field: 'title',
        headerName: 'Task',
        flex: 1,
        minWidth: 108,
        rowHeader: true,
        ...(isNarrow && {
          renderCell: ({ row }) => (
            <TitleAndStatus
              task={row}
              stage={stageOf(stages, row)?.name}
              reward={hasRewards ? rewardOf(row, currency) : null}
            />
          ),
        }),
      },
      {
        field: 'status',
        headerName: 'Status',
        width: 126,
        hideBelow: 'sm',
        renderCell: ({ row }) => <TaskStatusDot status={row.status} />,
      },
      ...(stages.length > 0
        ? [
            {
              field: 'stage',
              headerName: 'Stage',
              width: 112,
              hideBelow: 'wide1',
              sortable: false,
              renderCell: ({ row }: { row: Task }) => (
                <Box component="span" dir="auto" sx={clampedText}>
                  {stageOf(stages, row)?.name ?? '–'}
                </Box>
              ),
            } as const,
          ]
        : []),
      {
        field: 'assignee',
        headerName: 'Assignee',
        width: hasMore ? 118 : 150,
        hideBelow: 'sm',
        valueGetter: (_value, row) => (row.assignedToID ? assigneeName(row) : '–'),
      },
      ...(hasRewards ? [rewardColumn(currency)] : []),
      ...(hasMore ? moreColumns(labels ?? [], now) : []),
      dateColumn('createdAt', 'Created', rows),
      dateColumn('updatedAt', 'Updated', rows),
      {
        field: 'details',
        headerName: 'Details',
        width: 104,
        sortable: false,
        renderCell: ({ row, tabIndex }) => (
          <Button
            component={Link}
            {...linkToTask(row)}
            size="small"
            color="inherit"
            // The row is what people press; the button is there for those who cannot, and says so quietly.
            sx={{ ml: -0.75, color: 'text.secondary', fontWeight: weight.regular }}
            tabIndex={tabIndex}
            data-details={row.id}
            aria-label={`View Details of ${row.title}`}
            onClick={(event: Pick<Event, 'stopPropagation'>) => event.stopPropagation()}
          >
            View Details
          </Button>
        ),
      },
    ],
    [linkToTask, isNarrow, hasMore, hasRewards, currency, labels, stages, rows, now],
  )
  return (
    <Box
      ref={area}
      tabIndex={-1}
      sx={{ display: 'grid', gap: 1.5, gridTemplateColumns: 'minmax(0, 1fr)', '&:focus': { outline: 'none' } }}
    >
      <StatusCounts all={all} fitting={fitting} status={view.status} onStatus={view.selectStatus} />
      {hasMore && (
        <BulkBar projectID={projectID} role={role} selection={selection} newestOf={newestOf} onHeight={setBarHeight} />
      )}
      {failure ? (
        <ErrorState
          title="Failed to fetch tasks"
          text={isApiError(failure.error) ? failure.error.serverMessage : ''}
          onRetry={failure.retry}
          isRetrying={failure.isRetrying}
        />
      ) : (
        <DataTable
          label="Backlog"
          columns={columns}
          rows={rows}
          page={{ number: page, size: BACKLOG_PAGE, hrefOf: hrefOfPage, ...(total !== undefined && { total }) }}
          sort={{ by: sort, onChange: changeSort }}
          headerTop={`calc(${STICKY_TOP} + ${barHeight}px)`}
          {...(isNarrow && { rowHeight: NARROW_ROW_HEIGHT })}
          empty={<EmptyState headingLevel={3} {...empty} />}
          onRowClick={openTask}
          {...(hasMore && { selection: { ids: new Set(selected.keys()), onChange: selectIDs } })}
        />
      )}
    </Box>
  )
}
