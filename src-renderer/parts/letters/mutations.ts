import { useQueryClient } from '@tanstack/react-query'
import type { Comment } from '#shared/contract/index.ts'
import type { LetterBody } from '#shared/contract/letters.ts'
import { writeApplication, writeThreadComment } from '#data/letters.ts'
import { useCall } from '#data/use-call.ts'
import { isApiError } from '#lib/api.ts'
import { errorText } from '#lib/query-client.ts'
import { toast } from '#lib/toast.ts'

/** Whether the server says that the screen is out of date: somebody has opened, answered or closed it in the meantime. */
const isOutdated = (error: unknown): boolean => isApiError(error) && [404, 409].includes(error.status)

/** Changes what the own application says. */
export const useSaveApplication = (requestID: string) => {
  const client = useQueryClient()
  return useCall('requests.update', {
    input: (body: LetterBody) => ({ params: { id: requestID }, body }),
    onSuccess: ({ data }) => writeApplication(client, data),
    isStaleAfter: isOutdated,
  })
}

/**
 * Sends a comment under its key, so that sending it again after a lost answer adds nothing. `onSent` is called after a
 * success even if the field is gone, because the draft is kept separately.
 */
export const useSendToThread = (requestID: string, onSent: () => void) => {
  const client = useQueryClient()
  return useCall('requests.comment', {
    input: ({ text, key }: { text: string; key: string }) => ({
      params: { id: requestID },
      body: { body: text, idempotencyKey: key },
    }),
    onSuccess: ({ data }) => {
      writeThreadComment(client, data)
      onSent()
    },
    isStaleAfter: isOutdated,
    refetch: 'none',
  })
}

/** Changes the own comment. `onSaved` hears of a success although the field may have gone in the meantime. */
export const useEditInThread = (onSaved: () => void) => {
  const client = useQueryClient()
  return useCall('comments.update', {
    input: ({ id, text }: { id: string; text: string }) => ({ params: { id }, body: { body: text } }),
    onSuccess: ({ data }) => {
      writeThreadComment(client, data)
      onSaved()
    },
    isStaleAfter: isOutdated,
    refetch: 'none',
  })
}

/** Deletes a comment. One that is gone already is gone from the screen, too. */
export const useDeleteInThread = () => {
  const client = useQueryClient()
  return useCall('comments.remove', {
    input: ({ id }: Comment) => ({ params: { id } }),
    onSuccess: ({ data }) => writeThreadComment(client, data),
    onError: (error) => void toast(errorText(error, 'Failed to delete the comment'), 'error'),
    isStaleAfter: () => true,
    refetch: 'none',
  })
}
