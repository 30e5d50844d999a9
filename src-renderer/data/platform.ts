import { queryOptions } from '@tanstack/react-query'
import { platform } from '#platform'

/** What the platform says: calls outside of the contract, the same for whoever is signed in. */
export const platformQueries = {
  serverOrigin: () =>
    queryOptions({
      queryKey: ['platform.serverOrigin'] as const,
      queryFn: () => platform.serverOrigin(),
      staleTime: Number.POSITIVE_INFINITY,
    }),
  /** Something about this run that a person must know, such as a missing keychain. */
  notice: () =>
    queryOptions({
      queryKey: ['platform.notice'] as const,
      queryFn: () => platform.notice(),
      staleTime: Number.POSITIVE_INFINITY,
    }),
  /** What the server says of itself before anybody signs in: demo accounts, local mailbox. */
  health: () =>
    queryOptions({
      queryKey: ['platform.health'] as const,
      queryFn: async () => {
        const [health, origin] = await Promise.all([platform.health(), platform.serverOrigin()])
        // Older servers say nothing of mail: an embedded one has the mailbox.
        const isKeptThere = health.mail === undefined ? health.isEmbedded : health.mail === 'local'
        const isKeyed = health.isMailboxKeyed ?? false
        return { demo: health.demo, mailbox: isKeptThere ? { address: `${origin}/_mail`, isKeyed } : null }
      },
      staleTime: Number.POSITIVE_INFINITY,
      retry: false,
    }),
}
