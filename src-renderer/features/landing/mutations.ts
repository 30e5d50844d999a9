import { useCall } from '#data/use-call.ts'
import { track } from '#lib/analytics.ts'
import { sessionData } from '#lib/browser-storage.ts'

/** Requests access. An invited person's address is kept for the login form. */
export const useSubscribe = () =>
  useCall('waitlist.subscribe', {
    input: (email: string) => ({ body: { email } }),
    onSuccess: ({ beta }, email) => {
      if (beta) sessionData.set('prefillEmail', email)
      track('waitlist_answered', { beta })
    },
  })
