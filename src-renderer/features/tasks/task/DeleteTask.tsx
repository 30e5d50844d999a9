import { Button, FormHelperText } from '@mui/material'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Trash2 } from 'lucide-react'
import { type ProjectRole, type Task, TRASH_DAYS } from '#shared/contract/index.ts'
import { isManager } from '#shared/rules/membership.ts'
import { useCapability } from '#data/capabilities.ts'
import { viewerInProjectQuery } from '#data/memberships.ts'
import { sayDone } from '#data/undo.ts'
import { confirm } from '#lib/confirm.ts'
import { errorText } from '#lib/query-client.ts'
import { useDeleteTask } from '../data/mutations.ts'
import { quoted } from '../data/task-rules.ts'

/** Deletes an open task, for anyone who may; a member is offered it for what they created, and hears when others have touched it. */
export const DeleteTask = ({ task, role, onDeleted }: { task: Task; role: ProjectRole; onDeleted: () => void }) => {
  const hasTrash = useCapability('tasks2', true)
  const viewer = useQuery(viewerInProjectQuery(task.projectID)).data
  const client = useQueryClient()
  const remove = useDeleteTask()
  const isOwn = viewer !== undefined && task.taskCreatedByUsername === viewer.username
  if (!hasTrash || !(isManager(role) || isOwn)) return null
  const ask = async () => {
    const isSure = await confirm({
      title: 'Delete this task?',
      text: `“${task.title}” goes to Trash, where it can be restored for ${TRASH_DAYS} days.`,
      confirmLabel: 'Delete',
      isDangerous: true,
    })
    if (!isSure) return
    remove.mutate(task, {
      onSuccess: () => {
        sayDone(client, `${quoted(task.title)} moved to Trash.`)
        onDeleted()
      },
    })
  }
  return (
    <div>
      <Button
        color="error"
        size="small"
        startIcon={<Trash2 size={16} aria-hidden />}
        loading={remove.isPending}
        onClick={() => void ask()}
      >
        Delete task
      </Button>
      {remove.isError && <FormHelperText error>{errorText(remove.error, 'Failed to delete the task')}</FormHelperText>}
    </div>
  )
}
