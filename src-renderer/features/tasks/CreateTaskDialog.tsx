import Dialog from '@mui/material/Dialog'
import type { ProjectRole, Task } from '../../../shared/contract/index.ts'
import { toast } from '../../lib/toast.ts'
import { CreateTaskForm } from './CreateTaskForm.tsx'
import { dialogPaper, TaskDialogTitle } from './TaskDialogTitle.tsx'

type CreateTaskDialogProps = {
  projectId: string
  role: ProjectRole
  isOpen: boolean
  onClose: () => void
  onCreated: (task: Task) => void
}

/** The Create Task dialog. Its form is a new one each time it opens. */
export const CreateTaskDialog = ({ projectId, role, isOpen, onClose, onCreated }: CreateTaskDialogProps) => (
  <Dialog
    open={isOpen}
    onClose={onClose}
    fullWidth
    maxWidth="sm"
    aria-labelledby="create-task-title"
    slotProps={{ paper: dialogPaper }}
  >
    <TaskDialogTitle id="create-task-title" onClose={onClose}>
      Create New Task
    </TaskDialogTitle>
    <CreateTaskForm
      projectId={projectId}
      role={role}
      onCancel={onClose}
      onCreated={(task) => {
        toast('Task created.', 'success')
        onCreated(task)
      }}
    />
  </Dialog>
)
