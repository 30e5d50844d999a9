import { Alert, Box, Button, Skeleton, Typography } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type DeletedTask, PAGE_SIZE_MAX, type Stage, TRASH_DAYS } from '#shared/contract/index.ts'
import { pageCount } from '#shared/rules/pages.ts'
import { nameOf } from '#shared/rules/person.ts'
import { stageOf } from '#shared/rules/stages.ts'
import { useStages } from '#data/stages.ts'
import { isApiError } from '#lib/api.ts'
import { formatDate } from '#lib/format.ts'
import { errorText } from '#lib/query-client.ts'
import { toast } from '#lib/toast.ts'
import { DelayedSkeleton } from '#ui/feedback/DelayedSkeleton.tsx'
import { EmptyState } from '#ui/feedback/EmptyState.tsx'
import { ErrorState } from '#ui/feedback/ErrorState.tsx'
import { Pager } from '#ui/list/Pager.tsx'
import { SearchBox } from '#ui/list/SearchBox.tsx'
import { radius, size, weight } from '#ui/look/tokens.ts'
import { useRestoreTask } from '../data/mutations.ts'
import { TRASH_PAGE, trashQuery } from '../data/queries.ts'
import { quoted } from '../data/task-rules.ts'
import { useRestoreAll } from './use-restore-all.ts'

const DAY_MS = 86_400_000
/** How long a task stays in Trash. */
const stay = (goneAt: string, now = Date.now()): string => {
  const days = Math.ceil((Date.parse(goneAt) - now) / DAY_MS)
  if (days <= 0) return 'Deleted for good within the hour'
  return days === 1 ? 'Deleted for good in 1 day' : `Deleted for good in ${days} days`
}

const deleterOf = ({ deletedByUsername, deletedByName }: DeletedTask): string =>
  deletedByUsername === null ? 'somebody' : nameOf({ username: deletedByUsername, name: deletedByName })

const Row = ({ task, stages }: { task: DeletedTask; stages: readonly Stage[] }) => {
  const restore = useRestoreTask()
  const stage = stageOf(stages, task)
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
          Deleted{stage && ` from ${stage.name}`} by {deleterOf(task)} on {formatDate(task.deletedAt)}.{' '}
          {stay(task.goneAt)}.
        </Typography>
      </Box>
      <Button
        variant="outlined"
        size="small"
        loading={restore.isPending}
        aria-label={`Restore ${task.title}`}
        onClick={() =>
          restore.mutate(task.id, { onSuccess: () => void toast(`${quoted(task.title)} is back.`, 'success') })
        }
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
  const [q, setQ] = useState('')
  // What is found is on one page.
  const { data, error, isFetching, refetch } = useQuery(
    q === '' ? trashQuery(projectID, page) : trashQuery(projectID, 1, q, PAGE_SIZE_MAX),
  )
  const restoreAll = useRestoreAll(projectID)
  const { stages } = useStages(projectID)
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
        <Box role="img" aria-label="Loading trash" sx={{ display: 'grid', gap: 1 }}>
          {[1, 2, 3].map((row) => (
            <Skeleton key={row} variant="rounded" height={68} />
          ))}
        </Box>
      </DelayedSkeleton>
    )
  const { total } = data.pagination
  if (total === 0 && q === '')
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
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1.5 }}>
        <Box sx={{ flex: '0 1 280px' }}>
          <SearchBox label="Search Trash" placeholder="Search Trash" maxLength={200} q={q} onSearch={setQ} isQuiet />
        </Box>
        <Typography
          role="status"
          className="tabular"
          sx={{ mr: 'auto', fontSize: size.small, color: 'text.secondary' }}
        >
          {total === 1 ? '1 task' : `${total} tasks`}
          {q === '' ? ' in Trash' : ' found'}
        </Typography>
        {total > 1 && (
          <Button size="small" loading={restoreAll.isPending} onClick={() => void restoreAll.ask(q, total)}>
            Restore all
          </Button>
        )}
      </Box>
      <Box
        component="ul"
        aria-label="Deleted tasks"
        sx={{ listStyle: 'none', m: 0, p: 0, display: 'grid', gap: 1, gridTemplateColumns: 'minmax(0, 1fr)' }}
      >
        {data.data.map((task) => (
          <Row key={task.id} task={task} stages={stages} />
        ))}
      </Box>
      {q === '' && <Pager page={page} totalPages={pageCount(total, TRASH_PAGE)} hrefOf={hrefOfPage} />}
    </Box>
  )
}
