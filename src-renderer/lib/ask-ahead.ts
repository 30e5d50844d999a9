import type { QueryClient } from '@tanstack/react-query'
import type { Params, RouteObject } from 'react-router-dom'
import { queryClient } from './query-client.ts'
import { useSession } from './session.ts'

type Address = { url: URL; params: Params }

/**
 * The loader of a route that makes its screen's first calls while the screen's code is being loaded. `ask` prefetches
 * the screen's own queries, so the screen finds their answers or waits for them. Without a session no call is made.
 */
export const askAhead = (ask: (client: QueryClient, address: Address) => Promise<void> | void) =>
  ({
    loader: ({ request, params }) => {
      // A failure to load the client's code is ignored here: the screen needs the same code and reports it.
      if (useSession.getState().userID !== null)
        void ask(queryClient, { url: new URL(request.url), params })?.catch(() => undefined)
      return null
    },
    shouldRevalidate: () => false,
  }) satisfies RouteObject
