import { taskStatus } from '#shared/rules/statuses.ts'
import { useCall } from '#data/use-call.ts'
import { errorText } from '#lib/query-client.ts'
import { toast } from '#lib/toast.ts'

/** Begins a task of one's own. */
export const useStartTask = () =>
  useCall('tasks.update', {
    sameWhen: (id: string) => id,
    input: (id) => ({ params: { id }, body: { status: taskStatus.inProgress } }),
    onSuccess: () => void toast('Moved to In Progress.', 'success'),
    onError: (error) => void toast(errorText(error, 'Failed to update task'), 'error'),
    isReloadAwaited: true,
  })
