import { query } from '../../data/query.ts'

type Link = { token: string; email: string }

/** Whether an invitation link is still valid. */
export const invitationQuery = (link: Link) =>
  query('waitlist.validateInvitation', { body: link }, { staleTime: Number.POSITIVE_INFINITY, retry: false })

/** Whether a reset link is still valid. A refusal is final, so it is not asked again. */
export const resetLinkQuery = (link: Link) =>
  query('auth.verifyResetToken', { body: link }, { staleTime: Number.POSITIVE_INFINITY, gcTime: 0 })
