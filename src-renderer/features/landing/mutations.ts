import type { Wish } from '#shared/contract/index.ts'
import { useCall } from '#data/use-call.ts'
import { track } from '#lib/analytics.ts'
import { sessionData } from '#lib/browser-storage.ts'

/** `from` is the open task or project that the person wanted to open. */
type Asking = { email: string; want: Wish | null; from: { taskID: string } | { projectID: string } | null }

/** Requests access. An invited person's address is kept for the login form. */
export const useSubscribe = () =>
  useCall('waitlist.subscribe', {
    input: ({ email, want, from }: Asking) => ({ body: { email, ...(want && { want }), ...(from && { from }) } }),
    onSuccess: ({ beta }, { email }) => {
      if (beta) sessionData.set('prefillEmail', email)
      track('waitlist_answered', { beta })
    },
  })
