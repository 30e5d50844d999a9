import { queryOptions } from '@tanstack/react-query'
import { api } from './api.ts'

/** The projects that the viewer owns, drafts and archived ones too; here because several features read and change them. */
export const ownedProjectsQuery = (viewerID: string | null) =>
  queryOptions({
    queryKey: ['projects.owned', viewerID] as const,
    queryFn: async ({ signal }) => (await api.projects.owned({}, { signal })).data,
  })
