import { useQueryClient } from '@tanstack/react-query'
import type { Profile } from '../../../shared/contract/index.ts'
import { track } from '../../lib/analytics.ts'
import { api } from '../../lib/api.ts'
import { profileQuery } from '../../lib/profile-query.ts'
import { useWrite } from '../../lib/use-write.ts'

/** Saves the own bio and writes it wherever the cache shows it. */
export const useUpdateBio = ({ id, username }: Pick<Profile, 'id' | 'username'>) => {
  const client = useQueryClient()
  return useWrite({
    mutationFn: async (bio: string) => (await api.people.updateBio({ body: { bio } })).data,
    onSuccess: ({ bio }) => {
      // Who may edit the bio is the person themselves, so viewer and profile are one.
      client.setQueryData(profileQuery(username, id).queryKey, (profile) => profile && { ...profile, bio })
      void client.invalidateQueries({ queryKey: ['talents'] })
    },
  })
}

export type InvitationInput = { projectID: string; role: 'member' | 'admin'; message?: string | undefined }

/** Invites the person to one of the viewer's projects. */
export const useInvite = (personID: string) => {
  const client = useQueryClient()
  return useWrite({
    mutationFn: ({ projectID, role, message }: InvitationInput) =>
      api.memberships.invite({
        params: { id: projectID, userId: personID },
        body: { role, ...(message && { message }) },
      }),
    onSuccess: (_answer, { projectID, role }) => {
      track('person_invited', { projectID, role })
      // The project's people and requests show it.
      void client.invalidateQueries({ queryKey: ['project', projectID] })
    },
  })
}
