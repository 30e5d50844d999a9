import { useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { useNavigate } from 'react-router-dom'
import { writeProject } from '../data/projects.ts'
import { useCall } from '../data/use-call.ts'
import { newKey } from '../lib/new-key.ts'
import { paths } from '../lib/paths.ts'
import { errorText } from '../lib/query-client.ts'
import { toast } from '../lib/toast.ts'

/** Copies a project as a draft of the viewer's, and opens the copy. */
export const useDuplicateProject = (id: string) => {
  const client = useQueryClient()
  const navigate = useNavigate()
  // The same key until there is a copy; the next press after that wants another copy.
  const key = useRef('')
  return useCall('projects.duplicate', {
    onMutate: () => void (key.current ||= newKey()),
    input: () => ({ params: { id }, body: { idempotencyKey: key.current } }),
    onSuccess: ({ data }) => {
      key.current = ''
      writeProject(client, data)
      toast('Copied as a draft.', 'success')
      void navigate(paths.projectTab(data.id, 'overview'))
    },
    onError: (error) => toast(errorText(error, 'Failed to duplicate project'), 'error'),
  })
}
