import { useQueryClient } from '@tanstack/react-query'
import type { InputOf } from '../data/operations.ts'
import { projectQuery } from '../data/projects.ts'
import { useCall } from '../data/use-call.ts'
import { track } from '../lib/analytics.ts'

/** The body of an edit: only the fields that changed. */
export type ProjectChangeInput = InputOf<'projects.update'>['body']

/** Changes a project's fields, status or archive, then reads its details again. */
export const useUpdateProject = (id: string) => {
  const client = useQueryClient()
  return useCall('projects.update', {
    input: (body: ProjectChangeInput) => ({ params: { id }, body }),
    onSuccess: (answer, { status }) => {
      if (status !== undefined) track('project_status_changed', { projectID: id, status })
      client.setQueryData(projectQuery(id).queryKey, answer)
    },
    // The mutation stays pending until the screen shows the server's state.
    isReloadAwaited: true,
  })
}
