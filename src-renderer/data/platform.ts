import { queryOptions } from '@tanstack/react-query'
import { platform } from '#platform'

/** Queries of the platform outside of the contract; their answers are the same for everybody. */
export const platformQueries = {
  serverOrigin: () =>
    queryOptions({
      queryKey: ['platform.serverOrigin'] as const,
      queryFn: () => platform.serverOrigin(),
      // Where it is known at once, so is what that server could do at the last visit, and screens are not drawn twice.
      initialData: () => platform.serverOriginNow() ?? undefined,
      staleTime: Number.POSITIVE_INFINITY,
    }),
  /** A notice about this run that a person must read, such as a missing keychain. */
  notice: () =>
    queryOptions({
      queryKey: ['platform.notice'] as const,
      queryFn: () => platform.notice(),
      staleTime: Number.POSITIVE_INFINITY,
    }),
  /** How this computer shows notices. A person may change that in the system's settings and come back. */
  notices: () =>
    queryOptions({
      queryKey: ['platform.notices'] as const,
      queryFn: async () => (await platform.notices?.state()) ?? null,
      staleTime: 0,
      refetchOnWindowFocus: true,
    }),
  /** The server's own description, which is public: whether it has an AI service, demo accounts and a local mailbox. */
  health: () =>
    queryOptions({
      queryKey: ['platform.health'] as const,
      queryFn: async () => {
        const [health, origin] = await Promise.all([platform.health(), platform.serverOrigin()])
        // An older server does not say where mail goes; it has the local mailbox if it is embedded.
        const isKeptThere = health.mail === undefined ? health.isEmbedded : health.mail === 'local'
        const isKeyed = health.isMailboxKeyed ?? false
        return {
          ai: health.ai,
          mail: health.mail,
          demo: health.demo,
          mailbox: isKeptThere ? { address: `${origin}/_mail`, isKeyed } : null,
        }
      },
      staleTime: Number.POSITIVE_INFINITY,
      retry: false,
    }),
}
