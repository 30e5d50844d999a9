import { useQueryClient } from '@tanstack/react-query'
import { useCall } from '../../data/use-call.ts'
import { isApiError } from '../../lib/api.ts'
import { toast } from '../../lib/toast.ts'
import { creatorApplicationStatusQuery } from './queries.ts'

const FAILED = 'Failed to submit application. Please try again.'

/** Sends the application and shows it. A refusal is said in the server's words when it has any (a second application). */
export const useApply = () => {
  const client = useQueryClient()
  const mutation = useCall('creatorApplications.apply', {
    input: () => ({ body: {} }),
    onSuccess: ({ data: application }) => {
      client.setQueryData(creatorApplicationStatusQuery().queryKey, { hasApplied: true, application })
      toast("Application submitted! We'll review and get back to you soon.", 'success')
    },
    onError: (error) => toast(refusalText(error), 'error'),
    // Refused because there is one already: show it.
    refetch: 'none',
    isStaleAfter: (error) => isApiError(error) && error.status === 409,
  })
  return { apply: () => mutation.mutate(), isPending: mutation.isPending }
}

/** Only a refusal has words worth showing; a server that failed has none for a person. */
const refusalText = (error: unknown): string =>
  isApiError(error) && error.status >= 400 && error.status < 500 && error.serverMessage ? error.serverMessage : FAILED
