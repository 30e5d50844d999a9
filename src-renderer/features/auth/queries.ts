import { query } from '../../data/query.ts'

type Link = { token: string; email: string }

/** Whether an invitation link is still good. */
export const invitationQuery = (link: Link) =>
  query('waitlist.validateInvitation', { body: link }, { staleTime: Number.POSITIVE_INFINITY, retry: false })

/** Whether a reset link is still good. A refusal is final; it is not asked for again on its own. */
export const resetLinkQuery = (link: Link) =>
  query('auth.verifyResetToken', { body: link }, { staleTime: Number.POSITIVE_INFINITY, gcTime: 0 })
