import { useQueryClient } from '@tanstack/react-query'
import type { ProjectAccess } from '#shared/contract/index.ts'
import type { LetterBody } from '#shared/contract/letters.ts'
import { accessQuery, cancelAccessReads, writeAccess } from '#data/memberships.ts'
import { useCall } from '#data/use-call.ts'
import { track } from '#lib/analytics.ts'
import { isApiError } from '#lib/api.ts'
import type { Outcome } from './action-area.ts'

/** Whether the server refused an application because the state is not the one on this screen. */
export const isConflict = (error: unknown): boolean => isApiError(error) && error.status === 409

/** Sends the viewer's application, with letter and answers where there are any. */
export const useApply = (projectID: string) => {
  const client = useQueryClient()
  return useCall('projects.apply', {
    input: (body: LetterBody) => ({ params: { id: projectID }, body }),
    onSuccess: ({ data: access }) => {
      track('project_applied', { projectID })
      writeAccess(client, projectID, access)
    },
    // The project was deleted in the meantime (404), takes no applications any more (409), or asks something else (422).
    isStaleAfter: (error) => isApiError(error) && [404, 409, 422].includes(error.status),
  })
}

/** `outcome` is the result for the person: refusing withdraws their own application, or declines an invitation. */
type Answer = { userID: string; accept: boolean; outcome: Outcome }

/** The access that an answer will most likely lead to; where that is safe, it is shown before the server has confirmed it. */
const expectedAfter = (access: ProjectAccess, { accept }: Answer): ProjectAccess | null =>
  accept
    ? null
    : {
        ...access,
        hasProject: false,
        role: null,
        status: null,
        isApproved: false,
        requestId: null,
        requestedAt: null,
        answerBy: null,
        invitation: null,
      }

/** Withdraws the viewer's application, or accepts or declines an invitation, as their access requires. */
export const useAnswer = (projectID: string) => {
  const client = useQueryClient()
  const { queryKey } = accessQuery(projectID)
  return useCall('memberships.answer', {
    input: ({ userID, accept }: Answer) => ({ params: { id: projectID, userId: userID }, body: { accept } }),
    onMutate: async (answer) => {
      await cancelAccessReads(client, projectID)
      const before = client.getQueryData(queryKey)?.data
      const expected = before && expectedAfter(before, answer)
      if (expected) writeAccess(client, projectID, expected)
      return { before }
    },
    onError: (_error, _answer, context) => {
      if (context?.before) writeAccess(client, projectID, context.before)
    },
    onSuccess: ({ data: access }) => writeAccess(client, projectID, access),
    isStaleAfter: () => true,
    isReloadAwaited: true,
  })
}
