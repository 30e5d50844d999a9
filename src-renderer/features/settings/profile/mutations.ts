import { useQueryClient } from '@tanstack/react-query'
import type { ProfileChanges } from '#shared/contract/index.ts'
import { profileQuery } from '#data/people.ts'
import { withData } from '#data/query.ts'
import { useCall } from '#data/use-call.ts'
import { ownProfileQuery } from './queries.ts'

/** Saves the viewer's profile, and writes it wherever the cache shows it. */
export const useSaveProfile = (username: string) => {
  const client = useQueryClient()
  return useCall('users.updateProfile', {
    input: (body: ProfileChanges) => ({ body }),
    onSuccess: (answer) => {
      client.setQueryData(ownProfileQuery().queryKey, answer)
      const { name, headline, bio, skills, links, hoursPerWeek } = answer.data
      client.setQueryData(profileQuery(username).queryKey, (before) =>
        withData(before, (profile) => ({ ...profile, name, headline, bio, skills, links, hoursPerWeek })),
      )
    },
    refetch: 'none',
  })
}

/** Notes that the viewer was led to their profile. */
export const useWelcome = () => useCall('users.welcome', { input: () => ({ body: {} }), refetch: 'none' })

export const useSetPicture = () => useCall('users.setPicture', { input: (picture: string) => ({ body: { picture } }) })
export const useRemovePicture = () => useCall('users.removePicture', { input: () => ({}) })
