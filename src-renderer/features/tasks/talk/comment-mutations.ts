import { useQueryClient } from '@tanstack/react-query'
import type { Comment } from '#shared/contract/index.ts'
import { useCall } from '#data/use-call.ts'
import { errorText } from '#lib/query-client.ts'
import { toast } from '#lib/toast.ts'
import { writeComment } from './feed-query.ts'

/** Sends a comment under its key: sent again after an answer that was lost, it is there once. */
export const useSendComment = (taskID: string) => {
  const client = useQueryClient()
  return useCall('comments.create', {
    input: ({ text, key }: { text: string; key: string }) => ({
      params: { id: taskID },
      body: { body: text, idempotencyKey: key },
    }),
    onSuccess: ({ data }) => writeComment(client, data),
    refetch: 'none',
  })
}

export const useEditComment = () => {
  const client = useQueryClient()
  return useCall('comments.update', {
    input: ({ id, text }: { id: string; text: string }) => ({ params: { id }, body: { body: text } }),
    onSuccess: ({ data }) => writeComment(client, data),
    refetch: 'none',
  })
}

/** Deletes a comment. One that is gone already is gone from the screen, too. */
export const useDeleteComment = () => {
  const client = useQueryClient()
  return useCall('comments.remove', {
    input: ({ id }: Comment) => ({ params: { id } }),
    onSuccess: ({ data }) => writeComment(client, data),
    onError: (error) => void toast(errorText(error, 'Failed to delete the comment'), 'error'),
    isStaleAfter: () => true,
    refetch: 'none',
  })
}
