import { useQuery } from '@tanstack/react-query'
import { requestStatus } from '#shared/rules/statuses.ts'
import { projectRequestsQuery } from '../data/queries.ts'
import type { Team } from '../data/use-team.ts'

/** The reason why a person need not be invited, as far as the screen knows; the server decides. */
export const useWhyNotInvite = ({ projectID, collaborators }: Team): ((person: { id: string }) => string | null) => {
  const { data: sent } = useQuery(projectRequestsQuery(projectID, 'sent'))
  const { data: received } = useQuery(projectRequestsQuery(projectID, 'received'))
  return ({ id }) => {
    // Who has applied for a task has not asked to become a member.
    const isPending = (requests: typeof sent) =>
      requests?.some(({ userID, status, task }) => userID === id && status === requestStatus.pending && !task)
    if (collaborators.some(({ userID }) => userID === id)) return 'Already here'
    if (isPending(sent)) return 'Already invited'
    return isPending(received) ? 'Has applied' : null
  }
}
