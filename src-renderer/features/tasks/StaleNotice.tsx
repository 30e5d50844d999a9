import Alert from '@mui/material/Alert'
import AlertTitle from '@mui/material/AlertTitle'
import Button from '@mui/material/Button'
import type { Task } from '../../../shared/contract/index.ts'
import { taskStatusLabel } from '../../../shared/rules/statuses.ts'
import type { TaskFields } from '../../../shared/rules/task-changes.ts'
import { assigneeName } from './task-rules.ts'

type StaleNoticeProps = {
  newer: Task
  /** The fields that were typed into and that somebody else has changed as well. */
  contested: ReadonlyArray<keyof TaskFields>
  onTakeNewer: () => void
}

const theirs = (newer: Task, field: keyof TaskFields): string => {
  if (field === 'title') return `the title is “${newer.title}”`
  if (field === 'status') return `the status is ${taskStatusLabel(newer.status)}`
  if (field === 'assignedToID') return `the assignee is ${assigneeName(newer)}`
  return 'the description is another one'
}

/** Somebody else has saved the task since it was opened: what is kept, what is theirs, and what saving will do. */
export const StaleNotice = ({ newer, contested, onTakeNewer }: StaleNoticeProps) => (
  <Alert
    severity="warning"
    action={
      <Button color="inherit" size="small" onClick={onTakeNewer}>
        Discard mine
      </Button>
    }
  >
    <AlertTitle sx={{ mb: 0.5 }}>Somebody else has changed this task meanwhile</AlertTitle>
    {contested.length > 0
      ? `What you entered is kept. With them ${contested.map((field) => theirs(newer, field)).join(', ')}. Save again to replace that with yours.`
      : 'What you entered is kept, and all else shows the newer state. Save again to add yours.'}
  </Alert>
)
