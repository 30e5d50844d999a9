import { z } from 'zod'
import { brand } from '#shared/brand.ts'
import { APPEAL_DAYS } from '#shared/contract/reports.ts'
import { paths } from '#shared/rules/addresses.ts'
import { appLink, composeMail } from '#server/mail/compose.ts'
import { defineMailJob } from '#server/mail/mail-job.ts'
import { hello } from '#server/mail/phrases.ts'
import { signedID } from '#server/util/tokens.ts'
import { findMailed } from './repository.ts'

const schema = z.object({ reportID: z.uuid() })

/**
 * The mail to a person whom the decision of a report has suspended, with the reason and the link to appeal: they cannot sign in.
 * None when they have been restored since.
 */
export const suspensionMail = defineMailJob({
  kind: 'suspension-mail',
  schema,
  compose: async ({ db, publicOrigin, secret }, { reportID }) => {
    const row = await findMailed(db, reportID)
    if (!row || row.suspended_at === null) return null
    const token = signedID(secret(), 'report-appeal', reportID)
    return composeMail({
      kind: 'suspended',
      to: row.email,
      subject: `Your ${brand.name} account is suspended`,
      lines: [
        hello(row),
        'Somebody reported you or something of yours, and an administrator has suspended your account. You are signed out and cannot sign in.',
        'If you think this is a mistake, you can appeal once. Administrators look at it again then.',
      ],
      quote: { by: 'The reason:', text: row.decision_text ?? '' },
      action: { label: 'Read the decision and appeal', url: appLink(publicOrigin(), paths.appeal({ token })) },
      footer: [`The link is good for ${APPEAL_DAYS} days.`],
    })
  },
})

/** By how the appeal ended, and what the account is then: it may be suspended for another reason, or restored by an administrator. */
const outcomes = {
  granted: {
    restored: 'Your appeal was granted, and your account is restored: you can sign in again.',
    suspended: 'Your appeal was granted. Your account stays suspended for another reason, which we emailed you.',
  },
  kept: {
    restored: 'Your appeal was not granted. This is final. Your account was restored before, so you can sign in.',
    suspended: 'Your appeal was not granted, and your account stays suspended. This is final.',
  },
} as const

/** The mail to that person about how their appeal ended. */
export const appealMail = defineMailJob({
  kind: 'appeal-mail',
  schema,
  compose: async ({ db, publicOrigin }, { reportID }) => {
    const row = await findMailed(db, reportID)
    if (!row?.final_decision) return null
    const isGranted = row.final_decision === 'granted'
    const isRestored = row.suspended_at === null
    return composeMail({
      kind: 'appeal-decided',
      to: row.email,
      subject: `Your ${brand.name} appeal was ${isGranted ? '' : 'not '}granted`,
      lines: [hello(row), outcomes[isGranted ? 'granted' : 'kept'][isRestored ? 'restored' : 'suspended']],
      quote: { by: 'The reason:', text: row.final_text ?? '' },
      ...(isRestored && { action: { label: 'Log in', url: appLink(publicOrigin(), paths.login()) } }),
      footer: [],
    })
  },
})

export const reportJobs = [suspensionMail, appealMail]
