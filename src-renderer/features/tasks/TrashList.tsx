import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Skeleton from '@mui/material/Skeleton'
import Typography from '@mui/material/Typography'
import { useQuery } from '@tanstack/react-query'
import { type DeletedTask, TRASH_DAYS } from '../../../shared/contract/index.ts'
import { pageCount } from '../../../shared/rules/pages.ts'
import { isApiError } from '../../lib/api.ts'
import { formatDate } from '../../lib/format.ts'
import { errorText } from '../../lib/query-client.ts'
import { toast } from '../../lib/toast.ts'
import { DelayedSkeleton } from '../../ui/DelayedSkeleton.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { Pager } from '../../ui/Pager.tsx'
import { radius, size, weight } from '../../ui/tokens.ts'
import { useRestoreTask } from './mutations.ts'
import { TRASH_PAGE, trashQuery } from './queries.ts'

const DAY_MS = 86_400_000
/** How long a task stays in Trash: "12 more days". */
const stay = (goneAt: string, now = Date.now()): string => {
  const days = Math.ceil((Date.parse(goneAt) - now) / DAY_MS)
  if (days <= 0) return 'Goes for good within the hour'
  return days === 1 ? 'Goes for good in 1 day' : `Goes for good in ${days} days`
}

const Row = ({ task }: { task: DeletedTask }) => {
  const restore = useRestoreTask()
  return (
    <Box
      component="li"
      sx={{
        display: 'flex',
        flexWrap: 'wrap',
        alignItems: 'center',
        gap: 1.5,
        p: 1.5,
        border: 1,
        borderColor: 'divider',
        borderRadius: radius.medium,
        bgcolor: 'background.paper',
      }}
    >
      <Box sx={{ flex: '1 1 220px', minWidth: 0 }}>
        <Typography sx={{ fontWeight: weight.semibold, overflowWrap: 'anywhere' }}>
          <span className="tabular">#{task.taskId}</span> {task.title}
        </Typography>
        <Typography sx={{ fontSize: size.note, color: 'text.secondary' }}>
          Deleted by {task.deletedByUsername ?? 'somebody'} on {formatDate(task.deletedAt)}. {stay(task.goneAt)}.
        </Typography>
      </Box>
      <Button
        variant="outlined"
        size="small"
        loading={restore.isPending}
        aria-label={`Restore ${task.title}`}
        onClick={() => restore.mutate(task.id, { onSuccess: () => void toast(`“${task.title}” is back.`, 'success') })}
      >
        Restore
      </Button>
      {restore.isError && (
        <Alert severity="error" sx={{ flexBasis: '100%' }}>
          {errorText(restore.error, 'Failed to restore the task')}
        </Alert>
      )}
    </Box>
  )
}

type TrashListProps = { projectID: string; page: number; hrefOfPage: (page: number) => string }

/** Deleted tasks of a project, as far as the viewer may see them, with the way back for each. */
export const TrashList = ({ projectID, page, hrefOfPage }: TrashListProps) => {
  const { data, error, isFetching, refetch } = useQuery(trashQuery(projectID, page))
  if (error && !data)
    return (
      <ErrorState
        title="Failed to load the trash"
        text={isApiError(error) ? error.serverMessage : ''}
        onRetry={() => void refetch()}
        isRetrying={isFetching}
      />
    )
  if (!data)
    return (
      <DelayedSkeleton>
        <Box aria-label="Loading trash" sx={{ display: 'grid', gap: 1 }}>
          {[1, 2, 3].map((row) => (
            <Skeleton key={row} variant="rounded" height={68} />
          ))}
        </Box>
      </DelayedSkeleton>
    )
  const { total } = data.pagination
  if (total === 0)
    return (
      <Box sx={{ border: 1, borderColor: 'divider', borderRadius: radius.medium }}>
        <EmptyState
          kind="trash"
          headingLevel={3}
          title="Trash is empty"
          text={`Deleted tasks stay here for ${TRASH_DAYS} days and can be restored until then.`}
        />
      </Box>
    )
  return (
    <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: 'minmax(0, 1fr)' }}>
      <Box
        component="ul"
        aria-label="Deleted tasks"
        sx={{ listStyle: 'none', m: 0, p: 0, display: 'grid', gap: 1, gridTemplateColumns: 'minmax(0, 1fr)' }}
      >
        {data.data.map((task) => (
          <Row key={task.id} task={task} />
        ))}
      </Box>
      <Pager page={page} totalPages={pageCount(total, TRASH_PAGE)} hrefOf={hrefOfPage} />
    </Box>
  )
}
