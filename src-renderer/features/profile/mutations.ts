import { useQueryClient } from '@tanstack/react-query'
import type { Profile } from '#shared/contract/index.ts'
import { profileQuery } from '#data/people.ts'
import { withData } from '#data/query.ts'
import { useCall } from '#data/use-call.ts'
import { track } from '#lib/analytics.ts'

/** Saves the viewer's bio and writes it wherever the cache shows it. */
export const useUpdateBio = ({ username }: Pick<Profile, 'username'>) => {
  const client = useQueryClient()
  return useCall('users.updateBio', {
    input: (bio: string) => ({ body: { bio } }),
    onSuccess: ({ data: { bio } }) => {
      client.setQueryData(profileQuery(username).queryKey, (answer) =>
        withData(answer, (profile) => ({ ...profile, bio })),
      )
    },
    refetch: 'none',
  })
}

export type InvitationInput = { projectID: string; role: 'member' | 'admin'; message?: string | undefined }

/** Invites the person to one of the viewer's projects. */
export const useInvite = (personID: string) =>
  useCall('memberships.invite', {
    input: ({ projectID, role, message }: InvitationInput) => ({
      params: { id: projectID, userId: personID },
      body: { role, ...(message && { message }) },
    }),
    onSuccess: (_answer, { projectID, role }) => track('person_invited', { projectID, role }),
  })
