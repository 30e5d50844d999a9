import { queryOptions } from '@tanstack/react-query'
import { suggestTasks } from '#shared/api-client/project-calls.ts'
import type { ProjectDetails } from '#shared/contract/index.ts'
import { api } from '../lib/api.ts'
import { query } from './query.ts'

/**
 * Tasks that an AI suggests for the project as last saved. The call is made once per saved state; after a failure only
 * a person repeats it.
 */
export const suggestedTasksQuery = (project: Pick<ProjectDetails, 'id' | 'updatedAt'> | null) => {
  const projectID = project?.id ?? ''
  const { queryKey } = query('ai.suggestTasks', { body: { projectId: projectID } })
  return queryOptions({
    queryKey: [...queryKey, project?.updatedAt ?? ''] as const,
    queryFn: ({ signal }) => suggestTasks(api, projectID, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
    refetchOnReconnect: false,
  })
}
