import { useQueryClient } from '@tanstack/react-query'
import type { ProjectFile } from '../../../shared/contract/index.ts'
import { api, isApiError } from '../../lib/api.ts'
import { errorText } from '../../lib/query-client.ts'
import { toast } from '../../lib/toast.ts'
import { useWrite } from '../../lib/use-write.ts'
import { filesKey } from './queries.ts'

const callFor = ({ projectID, id }: ProjectFile) => ({ params: { id: projectID, fileId: id } })
const isGone = (error: unknown): boolean => isApiError(error) && error.status === 404

/** Fetches a file and saves it where the person keeps files; on the desktop they are asked where. */
export const useDownloadFile = () => {
  const client = useQueryClient()
  return useWrite({
    sameWhen: ({ id }) => id,
    mutationFn: (file: ProjectFile) => api.files.download(callFor(file), { saveAs: file.name }),
    onError: (error, file) => {
      toast(`${file.name}: ${errorText(error, 'Failed to download the file')}`, 'error')
      if (isGone(error)) void client.invalidateQueries({ queryKey: filesKey(file.projectID) })
    },
  })
}

/** Deletes a file. One that somebody else has deleted meanwhile is gone all the same. */
export const useDeleteFile = () => {
  const client = useQueryClient()
  return useWrite({
    sameWhen: ({ id }) => id,
    mutationFn: async (file: ProjectFile) => {
      await api.files.remove(callFor(file)).catch((error: unknown) => {
        if (!isGone(error)) throw error
      })
      await client.invalidateQueries({ queryKey: filesKey(file.projectID) })
    },
    onSuccess: (_done, file) => void toast(`${file.name} was deleted.`, 'success'),
    onError: (error, file) => void toast(`${file.name}: ${errorText(error, 'Failed to delete the file')}`, 'error'),
  })
}
