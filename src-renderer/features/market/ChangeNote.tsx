import { Alert, Box } from '@mui/material'
import type { OpenTaskPage } from '#shared/contract/open-tasks.ts'
import { SimilarTasks } from './SimilarTasks.tsx'

type ChangeNoteProps = { task: OpenTaskPage; isOwn: boolean; isGone: boolean }

/** Taken, or gone, while the page was read or before: it stays as it was, says so, and names what else there is. */
export const ChangeNote = ({ task, isOwn, isGone }: ChangeNoteProps) => {
  if (isOwn || (!isGone && task.state === 'open')) return null
  return (
    <Box sx={{ display: 'grid', gap: 2, mb: 3, gridTemplateColumns: 'minmax(0, 1fr)' }}>
      <Alert severity="info" variant="outlined" role="status">
        {isGone ? 'This task is no longer offered. You can read it until you leave this page.' : 'This task is taken.'}
      </Alert>
      <SimilarTasks task={task} />
    </Box>
  )
}
