import { useCall } from '#data/use-call.ts'
import { track } from '#lib/analytics.ts'

export const useDeleteProject = (id: string) =>
  useCall('projects.remove', {
    input: () => ({ params: { id } }),
    onSuccess: () => track('project_deleted', { projectID: id }),
    // The workspace is still mounted and would read that there is no such project.
    refetch: 'none',
  })

export const useRenameTemplate = (projectID: string) =>
  useCall('templates.update', {
    input: ({ templateID, name }: { templateID: string; name: string }) => ({
      params: { id: projectID, templateID },
      body: { name },
    }),
  })
export const useDeleteTemplate = (projectID: string) =>
  useCall('templates.remove', { input: (templateID: string) => ({ params: { id: projectID, templateID } }) })
