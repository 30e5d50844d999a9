import { query } from '#data/query.ts'

type Link = { token: string; email: string }

/** Whether an invitation link is still valid. */
export const invitationQuery = (link: Link) =>
  query('waitlist.validateInvitation', { body: link }, { staleTime: Number.POSITIVE_INFINITY, retry: false })

const ASK_EVERY_MS = 5_000
/** Longer than the server tries to send a code. */
const ASK_TIMES = 120

/** What became of the mail with a code; asked for as long as somebody waits for it. */
export const codeMailQuery = (receipt: string) =>
  query(
    'auth.codeMail',
    { body: { receipt } },
    {
      retry: false,
      gcTime: 0,
      refetchInterval: ({ state }) => state.error === null && state.dataUpdateCount < ASK_TIMES && ASK_EVERY_MS,
    },
  )

/** Whether a reset link is still valid. A refusal is final, so it is not asked again. */
export const resetLinkQuery = (link: Link) =>
  query('auth.verifyResetToken', { body: link }, { staleTime: Number.POSITIVE_INFINITY, gcTime: 0 })

/** Whose registration the link of a verification mail finishes, as the server has it; older servers do not say. */
export const registrationQuery = (link: Link) =>
  query('auth.registrationOfLink', { body: link }, { staleTime: Number.POSITIVE_INFINITY, gcTime: 0, retry: false })
