import type { ProjectRole, Task } from '#shared/contract/index.ts'
import { toast } from '#lib/toast.ts'
import { FormDialog } from '#ui/form/FormDialog.tsx'
import { CreateTaskForm } from './CreateTaskForm.tsx'

type CreateTaskDialogProps = {
  projectID: string
  role: ProjectRole
  isOpen: boolean
  onClose: () => void
  onCreated: (task: Task) => void
}

/** The Create Task dialog, which has a new form each time it opens. */
export const CreateTaskDialog = ({ projectID, role, isOpen, onClose, onCreated }: CreateTaskDialogProps) => (
  <FormDialog title="Create New Task" isOpen={isOpen} onClose={onClose} hasCross>
    <CreateTaskForm
      projectID={projectID}
      role={role}
      onCancel={onClose}
      onCreated={(task) => {
        toast('Task created.', 'success')
        onCreated(task)
      }}
    />
  </FormDialog>
)
