import { queryOptions } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'

/** Which mails the viewer wants, and whether the directory shows them. */
export const settingsQuery = (viewerID: string | null) =>
  queryOptions({
    queryKey: ['users.settings', viewerID] as const,
    queryFn: async ({ signal }) => (await api.people.settings({}, { signal })).data,
  })
