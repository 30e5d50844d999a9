import { useQueryClient } from '@tanstack/react-query'
import type { UserRequest } from '../../../shared/contract/index.ts'
import { api } from '../../lib/api.ts'
import { toast } from '../../lib/toast.ts'
import { useWrite } from '../../lib/use-write.ts'

type Answer = { request: Partial<Pick<UserRequest, 'id' | 'projectID' | 'title'>> | undefined; accept: boolean }

/**
 * Accepts or rejects an invitation, then reloads the list. A request without its project sends nothing; a failed answer leaves the
 * list as it was. Both are logged and said.
 */
export const useAnswerRequest = () => {
  const client = useQueryClient()
  return useWrite({
    sameWhen: ({ request }) => request?.id ?? '',
    mutationFn: async ({ request, accept }: Answer) => {
      if (!request?.id || !request.projectID) throw new MissingProject()
      await api.memberships.answerById({
        params: { projectId: request.projectID },
        body: { requestId: request.id, accept },
      })
      return { accept, projectID: request.projectID, title: request.title }
    },
    onSuccess: async ({ accept, projectID, title }) => {
      toast(accept ? `You are a member of ${title} now.` : 'Invitation rejected.', accept ? 'success' : 'info')
      await Promise.all([
        client.invalidateQueries({ queryKey: ['my-projects'] }),
        client.invalidateQueries({ queryKey: ['project', projectID] }),
        client.invalidateQueries({ queryKey: ['market'] }),
      ])
    },
    // Logged for whoever looks into it; the person is told as well.
    onError: (error) => {
      if (error instanceof MissingProject) return reportMissingProject()
      // eslint-disable-next-line no-console -- MYP-35 names the log
      console.error('Failed to answer the request', error)
      toast('Your answer was not sent. Please try again.', 'error')
    },
  })
}

class MissingProject extends Error {}

/** A request that does not say of which project it is can be neither opened nor answered. */
export const reportMissingProject = (): void => {
  const said = 'Unable to find project information for this request'
  // eslint-disable-next-line no-console -- MYP-31 names the log
  console.error(said)
  toast(said, 'error')
}
