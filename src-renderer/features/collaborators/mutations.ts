import { useQueryClient } from '@tanstack/react-query'
import type { FoundUser, ProjectMember, ProjectRequest } from '../../../shared/contract/index.ts'
import { requestStatus } from '../../../shared/rules/statuses.ts'
import { track } from '../../lib/analytics.ts'
import { api } from '../../lib/api.ts'
import { withRows } from '../../lib/listed.ts'
import { errorText } from '../../lib/query-client.ts'
import { toast } from '../../lib/toast.ts'
import { membersQuery } from '../../lib/workspace-queries.ts'
import { useWrite } from '../../lib/use-write.ts'
import { projectRequestsQuery } from './queries.ts'

/**
 * What the server agreed to stands in the lists at once; then all that is known of the project is read anew, for which
 * nobody waits.
 */
const useProjectCache = (projectId: string) => {
  const client = useQueryClient()
  const reload = () => void client.invalidateQueries({ queryKey: ['project', projectId] })
  return {
    reload,
    changeMembers: (change: (members: ProjectMember[]) => ProjectMember[]) => {
      client.setQueryData(membersQuery(projectId).queryKey, (list) => withRows(list, change))
      reload()
    },
    changeRequests: (change: (requests: ProjectRequest[]) => ProjectRequest[]) => {
      client.setQueryData(projectRequestsQuery(projectId, 'received').queryKey, (list) => withRows(list, change))
      reload()
    },
  }
}

type Named = { userID: string; name: string }

/** Changes a member's role. What went wrong is for the dialog to say. */
export const useChangeRole = (projectId: string) => {
  const { changeMembers } = useProjectCache(projectId)
  return useWrite({
    mutationFn: ({ userID, role }: Named & { role: 'admin' | 'member' }) =>
      api.memberships.setRole({ params: { id: projectId, userId: userID }, body: { role } }),
    onSuccess: (_answer, { userID, name, role }) => {
      toast(`${name} is ${role === 'admin' ? 'an admin' : 'a member'} now.`, 'success')
      changeMembers((members) => members.map((one) => (one.userID === userID ? { ...one, role } : one)))
    },
  })
}

/** Removes somebody, or lets the viewer leave. Not shown before the server agreed: it guards the last owner. */
export const useRemoveMember = (projectId: string) => {
  const client = useQueryClient()
  const { changeMembers } = useProjectCache(projectId)
  return useWrite({
    mutationFn: ({ userID }: Named & { isSelf: boolean }) =>
      api.memberships.remove({ params: { id: projectId, userId: userID } }),
    onSuccess: (_answer, { userID, name, isSelf }) => {
      toast(isSelf ? 'You left the project.' : `${name} was removed from the project.`, 'success')
      // Who has left may not read the project any more; the caller leads them away.
      if (isSelf) {
        for (const key of ['my-projects', 'market', 'projects.owned'])
          void client.invalidateQueries({ queryKey: [key] })
        // Not asked for now, on the way out: only when somebody comes back to it.
        void client.invalidateQueries({ queryKey: ['project', projectId], refetchType: 'none' })
      } else changeMembers((members) => members.filter((one) => one.userID !== userID))
    },
    onError: (error) => void toast(errorText(error, 'Failed to remove the member. Please try again.'), 'error'),
  })
}

export type Invitation = { person: FoundUser; role: 'admin' | 'member'; message?: string | undefined }

/** Invites somebody who was found. */
export const useInviteMember = (projectId: string) => {
  const client = useQueryClient()
  return useWrite({
    mutationFn: ({ person, role, message }: Invitation) =>
      api.memberships.invite({
        params: { id: projectId, userId: person.id },
        body: { role, ...(message && { message }) },
      }),
    onSuccess: (_answer, { person, role }) => {
      track('person_invited', { projectID: projectId, role })
      toast(`Successfully invited ${person.username} to the project!`, 'success')
      void client.invalidateQueries({ queryKey: ['project', projectId, 'requests'] })
    },
    onError: () => void toast('Something went wrong. Please try again.', 'error'),
  })
}

class MissingPerson extends Error {
  override message = 'Invalid user ID. Please try again.'
}

/** Approves or rejects an application. A request that does not say whose it is sends nothing. */
export const useAnswerApplication = (projectId: string) => {
  const { changeRequests, reload } = useProjectCache(projectId)
  return useWrite({
    mutationFn: async ({ request, accept }: { request: Pick<ProjectRequest, 'id' | 'userID'>; accept: boolean }) => {
      if (!request.userID) throw new MissingPerson()
      await api.memberships.answer({ params: { id: projectId, userId: request.userID }, body: { accept } })
    },
    onSuccess: (_answer, { request, accept }) => {
      toast(accept ? 'Request accepted successfully!' : 'Request rejected successfully!', 'success')
      const { approved, rejected } = requestStatus
      const status = accept ? approved : rejected
      changeRequests((requests) => requests.map((one) => (one.id === request.id ? { ...one, status } : one)))
    },
    onError: (error, { accept }) => {
      const failed = `Failed to ${accept ? 'accept' : 'reject'} request. Please try again.`
      toast(error instanceof MissingPerson ? error.message : failed, 'error')
      // Somebody else may have answered it, or it was withdrawn: the list then shows what it is now.
      if (!(error instanceof MissingPerson)) reload()
    },
  })
}
