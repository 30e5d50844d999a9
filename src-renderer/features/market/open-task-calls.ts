import { useQuery, useQueryClient } from '@tanstack/react-query'
import { writeAccess } from '#data/memberships.ts'
import { useKeyOfTry } from '#lib/key-of-try.ts'
import { errorText } from '#lib/query-client.ts'
import { toast } from '#lib/toast.ts'
import { useCall } from '#data/use-call.ts'
import { savedTasksQuery } from '#data/open-tasks.ts'

/** Takes a task; its sheet reports errors. A repeat after a lost answer takes it once. */
export const useTakeTask = () => {
  const keyOf = useKeyOfTry()
  return useCall('claims.take', {
    input: (taskID: string) => ({ params: { id: taskID }, body: { idempotencyKey: keyOf(taskID) } }),
    isStaleAfter: () => true,
  })
}

/** Applies to a task; its sheet reports errors. A repeat after a lost answer applies once. */
export const useApplyToTask = (taskID: string) => {
  const keyOf = useKeyOfTry()
  return useCall('claims.apply', {
    input: (letter: string) => ({
      params: { id: taskID },
      body: { ...(letter && { letter }), idempotencyKey: keyOf([taskID, letter]) },
    }),
    isStaleAfter: () => true,
    isReloadAwaited: true,
  })
}

type OwnRequest = { id: string; projectID: string }
/** Withdraws the viewer's application to a task. */
export const useWithdrawTaskApplication = () =>
  useCall('memberships.answerById', {
    input: ({ id, projectID }: OwnRequest) => ({
      params: { projectId: projectID },
      body: { requestId: id, accept: false },
    }),
    onError: (error) => toast(errorText(error, 'Failed to withdraw the application. Please try again.'), 'error'),
    isStaleAfter: () => true,
    isReloadAwaited: true,
  })

/** Accepts the invitation of a task's project. */
export const useAcceptInvitation = (projectID: string) => {
  const client = useQueryClient()
  return useCall('memberships.answer', {
    input: (userID: string) => ({ params: { id: projectID, userId: userID }, body: { accept: true } }),
    onSuccess: ({ data: access }) => writeAccess(client, projectID, access),
    isStaleAfter: () => true,
    isReloadAwaited: true,
  })
}

/** Whether the viewer has saved the task, and what saves it or saves it no longer. */
export const useSavedTask = (taskID: string) => {
  const { data: saved } = useQuery(savedTasksQuery())
  const isSaved = saved?.some(({ id }) => id === taskID) ?? false
  const { mutate, isPending } = useCall((next: boolean) => (next ? 'savedTasks.add' : 'savedTasks.remove'), {
    input: () => ({ params: { id: taskID }, body: {} }),
    isReloadAwaited: true,
    onSuccess: (_answer, next) => toast(next ? 'Saved.' : 'Removed from your saved tasks.', 'success'),
    onError: (error) => toast(errorText(error, 'This did not work. Please try again.'), 'error'),
  })
  return { isSaved, isPending, toggle: () => mutate(!isSaved) }
}
