import type { QueryClient } from '@tanstack/react-query'
import type { Params, RouteObject } from 'react-router-dom'
import { queryClient } from './query-client.ts'
import { useSession } from './session.ts'

type Address = { url: URL; params: Params }

/**
 * Part of a route: lets a screen's first calls leave while its code is on the way. `ask` prefetches the same queries as the screen,
 * which finds their answers or waits for them. Nobody signed in: nothing is asked. Where the screen goes from there is its own affair.
 */
export const askAhead = (ask: (client: QueryClient, address: Address) => Promise<void> | void) =>
  ({
    loader: ({ request, params }) => {
      // Code that does not arrive is the screen's to tell: it waits for the same.
      if (useSession.getState().userID !== null)
        void ask(queryClient, { url: new URL(request.url), params })?.catch(() => undefined)
      return null
    },
    shouldRevalidate: () => false,
  }) satisfies RouteObject
