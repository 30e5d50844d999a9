import { useQueryClient } from '@tanstack/react-query'
import { creatorApplicationStatus } from '#shared/rules/statuses.ts'
import { useCall } from '#data/use-call.ts'
import { isApiError } from '#lib/api.ts'
import { toast } from '#lib/toast.ts'
import { creatorApplicationStatusQuery } from './queries.ts'

const FAILED = 'Failed to submit application. Please try again.'

/** Sends the creator application and shows it. A refusal shows the server's words when it has any (a second application). */
export const useApply = () => {
  const client = useQueryClient()
  const mutation = useCall('creatorApplications.apply', {
    input: (text: string) => ({ body: text.trim() === '' ? {} : { text } }),
    onSuccess: ({ data: application }) => {
      client.setQueryData(creatorApplicationStatusQuery().queryKey, (shown) => ({
        ...{ hasApplied: true, application, isForEveryone: shown?.isForEveryone ?? false },
      }))
      toast(
        application.status === creatorApplicationStatus.approved
          ? 'You are a creator now.'
          : "Application submitted! We'll review and get back to you soon.",
        'success',
      )
    },
    onError: (error) => toast(refusalText(error), 'error'),
    // The server refuses it because there is one already, which is then shown.
    refetch: 'none',
    isStaleAfter: (error) => isApiError(error) && error.status === 409,
  })
  return { apply: (text = '') => mutation.mutate(text), isPending: mutation.isPending }
}

/** Only a refusal has a message for people; a failure of the server has none. */
const refusalText = (error: unknown): string =>
  isApiError(error) && error.status >= 400 && error.status < 500 && error.serverMessage ? error.serverMessage : FAILED
