import { queryOptions } from '@tanstack/react-query'
import { platform } from '#platform'
import { api } from '../../lib/api.ts'

export const authQueries = {
  /** What the server says of itself before anybody signs in: demo accounts, local mailbox. */
  health: () =>
    queryOptions({
      queryKey: ['platform.health'],
      queryFn: async () => {
        const [health, origin] = await Promise.all([platform.health(), platform.serverOrigin()])
        // Older servers say nothing of mail: an embedded one has the mailbox.
        const isKeptThere = health.mail === undefined ? health.isEmbedded : health.mail === 'local'
        const isKeyed = health.isMailboxKeyed ?? false
        return { demo: health.demo, mailbox: isKeptThere ? { address: `${origin}/_mail`, isKeyed } : null }
      },
      staleTime: Infinity,
      retry: false,
    }),
  /** Whether an invitation link is still good. */
  invitation: (link: { token: string; email: string }) =>
    queryOptions({
      queryKey: ['waitlist.validateInvitation', link],
      queryFn: ({ signal }) => api.waitlist.validateInvitation({ body: link }, { signal }),
      staleTime: Infinity,
      retry: false,
    }),
  /** Whether a reset link is still good. A refusal is final; it is not asked for again on its own. */
  resetLink: (link: { token: string; email: string }) =>
    queryOptions({
      queryKey: ['auth.verifyResetToken', link],
      queryFn: ({ signal }) => api.auth.verifyResetToken({ body: link }, { signal }),
      staleTime: Infinity,
      gcTime: 0,
    }),
}
