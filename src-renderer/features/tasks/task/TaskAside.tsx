import { Box } from '@mui/material'
import { useCapability } from '#data/capabilities.ts'
import type { ProjectRole, Task } from '#shared/contract/index.ts'
import { PaidForTask } from './PaidForTask.tsx'
import { HolderTime, TaskPeople } from './TaskPeople.tsx'
import { NothingArrived } from '../review/NothingArrived.tsx'
import { ProposalSection } from '../review/ProposalSection.tsx'
import { DisputeSection } from '../review/DisputeSection.tsx'
import { ReportButton } from '#parts/reports/ReportButton.tsx'
import { ReviewPanel } from '../review/ReviewPanel.tsx'
import { TaskFeed } from '../talk/TaskFeed.tsx'

type TaskAsideProps = { task: Task; role: ProjectRole }

/** What is beside the fields of an open task: its review, its comments, and its history. */
export const TaskAside = ({ task, role }: TaskAsideProps) => {
  const hasTalk = useCapability('talk', true)
  const hasReview = useCapability('review', true)
  return (
    <Box sx={{ flex: '1 1 auto', minHeight: 0, display: 'flex', flexDirection: 'column' }}>
      {hasReview && (
        <Box sx={{ flex: 'none', px: 3, py: 2, ...(hasTalk && { borderBottom: 1, borderColor: 'divider' }) }}>
          <ReviewPanel key={task.id} task={task} role={role} />
        </Box>
      )}
      <NothingArrived key={`payment ${task.id}`} task={task} />
      <ProposalSection key={`amount ${task.id}`} task={task} role={role} />
      <DisputeSection key={`dispute ${task.id}`} task={task} />
      <HolderTime key={`time ${task.id}`} task={task} />
      <PaidForTask task={task} role={role} />
      <TaskPeople key={`people ${task.id}`} task={task} role={role} />
      {role !== 'owner' && (
        <Box sx={{ px: 3, py: 1 }}>
          <ReportButton kind="task" id={task.id} ofUsername={task.taskCreatedByUsername} />
        </Box>
      )}
      {hasTalk && <TaskFeed key={task.id} task={task} />}
    </Box>
  )
}
