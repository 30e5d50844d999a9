import { track } from '../../lib/analytics.ts'
import { api } from '../../lib/api.ts'
import { sessionData } from '../../lib/browser-storage.ts'
import { useWrite } from '../../lib/use-write.ts'

/** Asks for access. An invited person's address is kept for the login form. */
export const useSubscribe = () =>
  useWrite({
    mutationFn: (email: string) => api.waitlist.subscribe({ body: { email } }),
    onSuccess: ({ beta }, email) => {
      if (beta) sessionData.set('prefillEmail', email)
      track('waitlist_answered', { beta })
    },
  })
