import { useQueryClient } from '@tanstack/react-query'
import type { ProjectFile } from '#shared/contract/index.ts'
import { markStale, useCall } from '#data/use-call.ts'
import { isApiError } from '#lib/api.ts'
import { errorText } from '#lib/query-client.ts'
import { toast } from '#lib/toast.ts'

const callFor = ({ projectID, id }: ProjectFile) => ({ params: { id: projectID, fileId: id } })
const isGone = (error: unknown): boolean => isApiError(error) && error.status === 404

/** Downloads a file to where the browser keeps files; the desktop app asks for the place. */
export const useDownloadFile = () => {
  const client = useQueryClient()
  return useCall('files.download', {
    sameWhen: ({ id }: ProjectFile) => id,
    input: callFor,
    options: ({ name }) => ({ saveAs: name }),
    onError: (error, { name, projectID }) => {
      toast(`${name}: ${errorText(error, 'Failed to download the file')}`, 'error')
      // Somebody else has deleted the file.
      if (isGone(error)) void markStale(client, 'files.remove', { projectID })
    },
  })
}

/** Deletes a file. When somebody else has deleted it in the meantime, that is a success too. */
export const useDeleteFile = () =>
  useCall('files.remove', {
    sameWhen: ({ id }: ProjectFile) => id,
    input: callFor,
    rescue: (error) => {
      if (!isGone(error)) throw error
      return { message: '' }
    },
    onSuccess: (_answer, { name }) => toast(`${name} was deleted.`, 'success'),
    onError: (error, { name }) => toast(`${name}: ${errorText(error, 'Failed to delete the file')}`, 'error'),
    isReloadAwaited: true,
  })
