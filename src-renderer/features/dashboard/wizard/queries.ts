import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { suggestTasks } from '../../../../shared/api-client/project-calls.ts'
import type { ProjectDetails } from '../../../../shared/contract/index.ts'
import { api } from '../../../lib/api.ts'
import { withRows } from '../../../lib/listed.ts'
import { ownedProjectsQuery } from '../../../lib/owned-projects-query.ts'
import { projectQuery } from '../../../lib/project-queries.ts'
import { useSession } from '../../../lib/session.ts'

/** Tasks that suit the project as it was last saved. Asked once for each state of it; a failure is for a person to repeat. */
export const suggestedTasksQuery = (project: Pick<ProjectDetails, 'id' | 'updatedAt'> | null) =>
  queryOptions({
    queryKey: ['suggested-tasks', project?.id ?? '', project?.updatedAt ?? ''] as const,
    queryFn: ({ signal }) => suggestTasks(api, project?.id ?? '', { signal }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
    refetchOnReconnect: false,
  })

/** Writes a project that was saved wherever the cache shows it; lists that may show it are asked anew. */
export const useShowProject = () => {
  const client = useQueryClient()
  const viewerID = useSession((session) => session.userID)
  return (saved: ProjectDetails): void => {
    client.setQueryData(projectQuery(saved.id).queryKey, saved)
    client.setQueryData(ownedProjectsQuery(viewerID).queryKey, (list) =>
      withRows(list, (projects) => [
        ...(projects.some(({ id }) => id === saved.id) ? [] : [saved]),
        ...projects.map((one) => (one.id === saved.id ? { ...one, ...saved } : one)),
      ]),
    )
    void client.invalidateQueries({ queryKey: ['projects.owned'] })
    void client.invalidateQueries({ queryKey: ['market'] })
  }
}
