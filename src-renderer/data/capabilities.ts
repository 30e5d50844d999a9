import { useQuery } from '@tanstack/react-query'
import type { Capability } from '#shared/contract/index.ts'
import { isApiError } from '../lib/api.ts'
import { localData } from '../lib/browser-storage.ts'
import { queryClient } from '../lib/query-client.ts'
import { call } from './operations.ts'
import { platformQueries } from './platform.ts'
import { dataOf, query } from './query.ts'

/** Milliseconds until a server that failed to answer is asked again. */
const ASK_AGAIN_MS = 60_000
/** Milliseconds for which an answer counts. */
const VALID_MS = 24 * 60 * 60_000

/** What this server could do when it answered last; undefined when it never did. */
const keptOf = (origin: string): string[] | undefined => {
  const [server, ...names] = (localData.get('capabilities') ?? '').split(' ')
  return server === origin ? names : undefined
}
const keep = (origin: string, names: readonly string[]) => localData.set('capabilities', [origin, ...names].join(' '))

const capabilitiesQuery = (origin: string | undefined, isWanted = true) =>
  query(
    'capabilities.list',
    {},
    {
      queryFn: async ({ signal }) => {
        const answer = await call('capabilities.list', {}, { signal }).catch((error: unknown) => {
          // A host without the call has nothing beyond the first release; any other failure says nothing about it.
          if (isApiError(error) && error.status === 404) return { data: [] }
          throw error
        })
        if (origin !== undefined) keep(origin, answer.data)
        return answer
      },
      select: dataOf,
      enabled: isWanted && origin !== undefined,
      // The list of an earlier visit counts until the server answers again.
      initialData: () => {
        const names = origin === undefined ? undefined : keptOf(origin)
        return names && { data: names }
      },
      initialDataUpdatedAt: 0,
      staleTime: VALID_MS,
      retry: false,
      refetchInterval: ({ state }) => (state.fetchFailureCount > 0 ? ASK_AGAIN_MS : false),
    },
  )

/** Whether the server can do this; undefined while it has not answered and was not known to. For a page's own address. */
export const useKnownCapability = (name: Capability): boolean | undefined => {
  const { data: origin } = useQuery(platformQueries.serverOrigin())
  const { data, isFetching } = useQuery(capabilitiesQuery(origin))
  if (data?.includes(name)) return true
  return isFetching || origin === undefined ? undefined : false
}

/**
 * Whether the server can do this. False until it is known, so that no screen waits for the answer. The server is asked
 * only while `isWanted`.
 */
export const useCapability = (name: Capability, isWanted: boolean): boolean => {
  const { data: origin } = useQuery(platformQueries.serverOrigin())
  const { data } = useQuery(capabilitiesQuery(origin, isWanted))
  return isWanted && (data ?? []).includes(name)
}

/** Whether an offer's amount can be disputed: an offer says only where it is known that it cannot. */
export const useHasDisputes = (): boolean => useKnownCapability('disputes') !== false

/** What the server can do beyond the first release; empty until it is known. */
export const useCapabilities = (): readonly string[] => {
  const { data: origin } = useQuery(platformQueries.serverOrigin())
  const { data } = useQuery(capabilitiesQuery(origin))
  return data ?? []
}

/** Asks what the server can do, for anyone who is no screen. A server that does not answer can what it could before. */
export const askCapabilities = async (): Promise<readonly string[]> => {
  const options = capabilitiesQuery(await queryClient.fetchQuery(platformQueries.serverOrigin()))
  const answer = await queryClient.fetchQuery(options).catch(() => queryClient.getQueryData(options.queryKey))
  return answer?.data ?? []
}

/** Asks whether the server can do this, for anyone who is no screen. */
export const askCapability = async (name: Capability): Promise<boolean> => (await askCapabilities()).includes(name)
