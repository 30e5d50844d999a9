import { queryOptions } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'

/** Whether the viewer has applied, and their newest application. Decided elsewhere, so always asked for anew. */
export const applicationStatusQuery = () =>
  queryOptions({
    queryKey: ['creator-application'] as const,
    queryFn: ({ signal }) => api.creatorApplications.checkStatus({}, { signal }),
    staleTime: 0,
  })
