import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import type { UserProjectCheck } from '../../../shared/contract/index.ts'
import { api, isApiError } from '../../lib/api.ts'
import { track } from '../../lib/analytics.ts'
import { membershipStatus } from '../../../shared/rules/statuses.ts'
import type { Outcome } from './action-area.ts'
import { membershipQuery, projectQuery } from '../../lib/project-queries.ts'
import { useWrite } from '../../lib/use-write.ts'

/** Refetches what a changed relation shows in: the project's dialog, the market's "approved" marks and My Projects. */
const useRelationChanged = (projectID: string) => {
  const client = useQueryClient()
  return () =>
    Promise.all([
      client.invalidateQueries({ queryKey: ['project', projectID] }),
      client.invalidateQueries({ queryKey: ['market'] }),
      client.invalidateQueries({ queryKey: ['my-projects'] }),
    ])
}

/** Writes a relation wherever the cache holds it, so that no part of the screen contradicts another. */
const writeRelation = (client: QueryClient, projectID: string, check: UserProjectCheck): void => {
  client.setQueryData(membershipQuery(projectID).queryKey, check)
  client.setQueryData(
    projectQuery(projectID).queryKey,
    (project) => project && { ...project, isRequested: check.status === membershipStatus.applied },
  )
}

/** An application that the server refuses because the state is another one than this screen believed. */
export const isConflict = (error: unknown): boolean => isApiError(error) && error.status === 409

/** Makes the viewer's application. */
export const useApply = (projectID: string) => {
  const client = useQueryClient()
  const relationChanged = useRelationChanged(projectID)
  return useWrite({
    mutationFn: async () => (await api.projects.apply({ params: { id: projectID }, body: {} })).data,
    onSuccess: (check) => {
      track('project_applied', { projectID })
      writeRelation(client, projectID, check)
    },
    onSettled: (_check, error) => {
      if (!error || isConflict(error)) void relationChanged()
    },
  })
}

/** `outcome` is what it is for the person: refusing withdraws one's own application, and declines an invitation. */
type Answer = { userID: string; accept: boolean; outcome: Outcome }

/** The relation that an answer will most likely lead to; shown before the server has confirmed it, where that is safe. */
const expectedAfter = (check: UserProjectCheck, { accept }: Answer): UserProjectCheck | null =>
  accept ? null : { ...check, hasProject: false, role: null, status: null, isApproved: false, requestId: null }

/** Withdraws the viewer's application, or accepts or declines an invitation: the state decides. */
export const useAnswer = (projectID: string) => {
  const client = useQueryClient()
  const relationChanged = useRelationChanged(projectID)
  const { queryKey } = membershipQuery(projectID)
  return useWrite({
    mutationFn: async ({ userID, accept }: Answer) =>
      (await api.memberships.answer({ params: { id: projectID, userId: userID }, body: { accept } })).data,
    onMutate: async (answer) => {
      await client.cancelQueries({ queryKey: ['project', projectID] })
      const before = client.getQueryData(queryKey)
      const expected = before && expectedAfter(before, answer)
      if (expected) writeRelation(client, projectID, expected)
      return { before }
    },
    onError: (_error, _answer, context) => {
      if (context?.before) writeRelation(client, projectID, context.before)
    },
    onSuccess: (check) => writeRelation(client, projectID, check),
    onSettled: () => relationChanged(),
  })
}
