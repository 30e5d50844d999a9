import type { UserRequest } from '#shared/contract/index.ts'
import { useCall } from '#data/use-call.ts'
import { navigateTo } from '#lib/navigation.ts'
import { paths } from '#lib/paths.ts'
import { toast } from '#lib/toast.ts'

type Answer = { request: Partial<Pick<UserRequest, 'id' | 'projectID' | 'title'>> | undefined; accept: boolean }

/**
 * Accepts or rejects an invitation, then reads the list again. A request that names no project sends nothing; after a
 * failed answer the list stays. Both are logged and shown in a toast.
 */
export const useAnswerRequest = () =>
  useCall('memberships.answerById', {
    sameWhen: ({ request }) => request?.id ?? '',
    input: ({ request, accept }: Answer) => {
      if (!request?.id || !request.projectID) throw new MissingProject()
      return { params: { projectId: request.projectID }, body: { requestId: request.id, accept } }
    },
    onSuccess: (_answer, { request, accept }) => {
      if (!accept) return void toast('Invitation rejected.')
      const open = () => request?.projectID && navigateTo(paths.project(request.projectID))
      toast(`You are a member of ${request?.title} now.`, 'success', { action: { label: 'Open', run: open } })
    },
    // The failure is logged for developers; the toast tells the person.
    onError: (error) => {
      if (error instanceof MissingProject) return reportMissingProject()
      // oxlint-disable-next-line no-console -- MYP-35 names the log
      console.error('Failed to answer the request', error)
      toast('Your answer was not sent. Please try again.', 'error')
    },
    isReloadAwaited: true,
  })

class MissingProject extends Error {}

/** Reports a request that names no project and so can be neither opened nor answered. */
export const reportMissingProject = (): void => {
  const said = 'Unable to find project information for this request'
  // oxlint-disable-next-line no-console -- MYP-31 names the log
  console.error(said)
  toast(said, 'error')
}
