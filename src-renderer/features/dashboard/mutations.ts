import { useQueryClient } from '@tanstack/react-query'
import type { ProjectListItem } from '../../../shared/contract/index.ts'
import { api } from '../../lib/api.ts'
import { withRows } from '../../lib/listed.ts'
import { ownedProjectsQuery } from '../../lib/owned-projects-query.ts'
import { errorText } from '../../lib/query-client.ts'
import { useSession } from '../../lib/session.ts'
import { toast } from '../../lib/toast.ts'
import { useWrite } from '../../lib/use-write.ts'

type Archiving = { project: Pick<ProjectListItem, 'id' | 'title'>; archived: boolean }

/** Archives a project or brings it back; the list is right at once, and what else shows the project is asked anew. */
export const useArchive = () => {
  const client = useQueryClient()
  const viewerID = useSession((session) => session.userID)
  return useWrite({
    sameWhen: ({ project }) => project.id,
    mutationFn: async ({ project, archived }: Archiving) =>
      (await api.projects.update({ params: { id: project.id }, body: { archived } })).data,
    onSuccess: ({ id, status, archivedAt, updatedAt }, { project, archived }) => {
      client.setQueryData(ownedProjectsQuery(viewerID).queryKey, (list) =>
        withRows(list, (projects) =>
          projects.map((one) => (one.id === id ? { ...one, status, archivedAt, updatedAt } : one)),
        ),
      )
      void client.invalidateQueries({ queryKey: ['project', id] })
      void client.invalidateQueries({ queryKey: ['market'] })
      toast(archived ? `“${project.title}” is archived.` : `“${project.title}” is back.`, 'success')
    },
    onError: (error) => toast(errorText(error, 'Failed to update project'), 'error'),
  })
}

/** Deletes a draft: it is gone from the list at once. */
export const useDeleteDraft = () => {
  const client = useQueryClient()
  const viewerID = useSession((session) => session.userID)
  return useWrite({
    sameWhen: ({ id }) => id,
    mutationFn: ({ id }: Archiving['project']) => api.projects.remove({ params: { id } }),
    onSuccess: (_answer, { id, title }) => {
      client.setQueryData(ownedProjectsQuery(viewerID).queryKey, (list) =>
        withRows(list, (projects) => projects.filter((one) => one.id !== id)),
      )
      // Not asked for now, on the way out: it is not there any more.
      void client.invalidateQueries({ queryKey: ['project', id], refetchType: 'none' })
      toast(`The draft “${title}” is deleted.`, 'success')
    },
    onError: (error) => toast(errorText(error, 'Failed to delete project. Please try again.'), 'error'),
  })
}
