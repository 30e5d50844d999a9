import Box from '@mui/material/Box'
import { useCapability } from '../../data/capabilities.ts'
import type { ProjectRole, Task } from '../../../shared/contract/index.ts'
import { TaskFeed } from './TaskFeed.tsx'

type TaskAsideProps = { task: Task; role: ProjectRole }

/** What stands beside the fields of an open task: what was said about it and what has happened to it. */
export const TaskAside = ({ task }: TaskAsideProps) => {
  const hasTalk = useCapability('talk', true)
  return (
    <Box sx={{ flex: '1 1 auto', minHeight: 0, display: 'flex', flexDirection: 'column' }}>
      {hasTalk && <TaskFeed key={task.id} task={task} />}
    </Box>
  )
}
