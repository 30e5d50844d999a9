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
    onError: (error) => {
      const isMissing = error instanceof MissingProject
      // The specification has both logged; a person is told as well.
      // eslint-disable-next-line no-console -- MYP-31 and MYP-35 name the log
      console.error(isMissing ? error.message : 'Failed to answer the request', isMissing ? '' : error)
      toast(isMissing ? error.message : 'Your answer was not sent. Please try again.', 'error')
    },
  })
}

class MissingProject extends Error {
  override message = 'Unable to find project information for this request'
}
