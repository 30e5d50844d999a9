import { QueryClient } from '@tanstack/react-query'
import { isApiError, isUnreachable } from '../../shared/api-client/api-error.ts'

/** One cache for the app. Only calls that did not reach the server are tried again; a refusal stays one. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 30_000,
      retry: (failures, error) => failures < 2 && isUnreachable(error),
      retryDelay: (failures) => Math.min(500 * 2 ** failures, 4000),
      refetchOnWindowFocus: false,
    },
    mutations: { retry: false },
  },
})

/** The text of a failure for a person; never a stack or a raw object. */
export const errorText = (error: unknown, fallback: string): string =>
  isApiError(error) && error.message ? error.message : fallback
