import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { FoundUser, ProjectRequest } from '../../../shared/contract/index.ts'
import { track } from '../../lib/analytics.ts'
import { api } from '../../lib/api.ts'
import { errorText } from '../../lib/query-client.ts'
import { toast } from '../../lib/toast.ts'

/** After a change of who is in the project, all that is known of it is read anew. */
const useReloadProject = (projectId: string) => {
  const client = useQueryClient()
  return () => client.invalidateQueries({ queryKey: ['project', projectId] })
}

type Named = { userID: string; name: string }

/** Changes a member's role. What went wrong is for the dialog to say. */
export const useChangeRole = (projectId: string) => {
  const reload = useReloadProject(projectId)
  return useMutation({
    mutationFn: ({ userID, role }: Named & { role: 'admin' | 'member' }) =>
      api.memberships.setRole({ params: { id: projectId, userId: userID }, body: { role } }),
    onSuccess: (_answer, { name, role }) => {
      toast(`${name} is ${role === 'admin' ? 'an admin' : 'a member'} now.`, 'success')
      return reload()
    },
  })
}

/** Removes somebody, or lets the viewer leave. Not shown before the server agreed: it guards the last owner. */
export const useRemoveMember = (projectId: string) => {
  const client = useQueryClient()
  const reload = useReloadProject(projectId)
  return useMutation({
    mutationFn: ({ userID }: Named & { isSelf: boolean }) =>
      api.memberships.remove({ params: { id: projectId, userId: userID } }),
    onSuccess: (_answer, { name, isSelf }) => {
      toast(isSelf ? 'You left the project.' : `${name} was removed from the project.`, 'success')
      // Who has left may not read the project any more; the caller leads them away.
      return isSelf ? client.invalidateQueries({ queryKey: ['my-projects'] }) : reload()
    },
    onError: (error) => void toast(errorText(error, 'Failed to remove the member. Please try again.'), 'error'),
  })
}

export type Invitation = { person: FoundUser; role: 'admin' | 'member'; message?: string | undefined }

/** Invites somebody who was found. */
export const useInviteMember = (projectId: string) => {
  const client = useQueryClient()
  return useMutation({
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
  const reload = useReloadProject(projectId)
  return useMutation({
    mutationFn: async ({ request, accept }: { request: Pick<ProjectRequest, 'id' | 'userID'>; accept: boolean }) => {
      if (!request.userID) throw new MissingPerson()
      await api.memberships.answer({ params: { id: projectId, userId: request.userID }, body: { accept } })
    },
    onSuccess: (_answer, { accept }) => {
      toast(accept ? 'Request accepted successfully!' : 'Request rejected successfully!', 'success')
      return reload()
    },
    onError: (error, { accept }) => {
      const failed = `Failed to ${accept ? 'accept' : 'reject'} request. Please try again.`
      toast(error instanceof MissingPerson ? error.message : failed, 'error')
      // Somebody else may have answered it, or it was withdrawn: the list then shows what it is now.
      if (!(error instanceof MissingPerson)) void reload()
    },
  })
}
