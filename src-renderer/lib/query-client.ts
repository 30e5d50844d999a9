import { QueryClient } from '@tanstack/react-query'
import { isApiError, isUnreachable } from '#shared/api-client/api-error.ts'

/** The app's one cache. Only calls that did not reach the server are tried again; a refusal is final. */
export const queryClient = new QueryClient({
  defaultOptions: {
    // A call is made even when the browser says it is offline: a server on this computer answers without a network, and
    // a call that waits in silence would look like a screen that hangs.
    queries: {
      networkMode: 'always',
      refetchOnReconnect: true,
      staleTime: 30_000,
      retry: (failures, error) => failures < 2 && isUnreachable(error),
      retryDelay: (failures) => Math.min(500 * 2 ** failures, 4000),
      refetchOnWindowFocus: false,
    },
    mutations: { networkMode: 'always', retry: false },
  },
})

/** The text with its full stop, for another sentence to follow. */
export const asSentence = (text: string): string => (/[.!?…]$/.test(text.trim()) ? text.trim() : `${text.trim()}.`)

/** The text of a failure for a person; never a stack or a raw object. */
export const errorText = (error: unknown, fallback: string): string =>
  isApiError(error) && error.message ? error.message : fallback
