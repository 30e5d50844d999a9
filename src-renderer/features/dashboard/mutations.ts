import { useQueryClient } from '@tanstack/react-query'
import type { ProjectListItem } from '#shared/contract/index.ts'
import { ownedProjectsQuery } from '#data/projects.ts'
import { withData } from '#data/query.ts'
import { useCall } from '#data/use-call.ts'
import { errorText } from '#lib/query-client.ts'
import { toast } from '#lib/toast.ts'

type ArchiveChange = { project: Pick<ProjectListItem, 'id' | 'title'>; archived: boolean }

/**
 * Archives a project or brings it back. The list changes at once; other answers about the project are read at the next
 * look.
 */
export const useArchive = () => {
  const client = useQueryClient()
  const archive = useCall('projects.update', {
    sameWhen: ({ project }) => project.id,
    input: ({ project, archived }: ArchiveChange) => ({ params: { id: project.id }, body: { archived } }),
    onSuccess: ({ data: { id, status, archivedAt, updatedAt } }, { project, archived }) => {
      client.setQueryData(ownedProjectsQuery().queryKey, (answer) =>
        withData(answer, (projects) =>
          projects.map((one) => (one.id === id ? { ...one, status, archivedAt, updatedAt } : one)),
        ),
      )
      if (!archived) return void toast(`“${project.title}” is back.`, 'success')
      const undo = () => archive.mutate({ project, archived: false })
      toast(`“${project.title}” is archived.`, 'success', { action: { label: 'Undo', run: undo } })
    },
    onError: (error) => toast(errorText(error, 'Failed to update project'), 'error'),
    refetch: 'none',
  })
  return archive
}

/** Deletes a draft; the list loses it at once. */
export const useDeleteDraft = () => {
  const client = useQueryClient()
  return useCall('projects.remove', {
    sameWhen: ({ id }) => id,
    input: ({ id }: ArchiveChange['project']) => ({ params: { id } }),
    onSuccess: (_answer, { id, title }) => {
      client.setQueryData(ownedProjectsQuery().queryKey, (answer) =>
        withData(answer, (projects) => projects.filter((one) => one.id !== id)),
      )
      toast(`The draft “${title}” is deleted.`, 'success')
    },
    onError: (error) => toast(errorText(error, 'Failed to delete project. Please try again.'), 'error'),
    // The wizard may still show the draft and is being left, so nothing on the screen is read again.
    refetch: 'none',
  })
}
