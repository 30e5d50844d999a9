import { z } from 'zod'
import { paths } from '#shared/rules/addresses.ts'
import { creatorApplicationStatus } from '#shared/rules/statuses.ts'
import { appLink, composeMail } from '#server/mail/compose.ts'
import { defineMailJob } from '#server/mail/mail-job.ts'
import { hello } from '#server/mail/phrases.ts'
import { findDecisionToMail } from './repository.ts'

/** The mail to an applicant about the decision. No switch turns it off, because the applicant waits for it. */
export const decisionMail = defineMailJob({
  kind: 'decision-mail',
  schema: z.object({ creatorApplicationID: z.uuid() }),
  compose: async ({ db, publicOrigin }, { creatorApplicationID }) => {
    const row = await findDecisionToMail(db, creatorApplicationID)
    if (!row) return null
    const isYes = row.status === creatorApplicationStatus.approved
    const outcome = `Your application to become a creator was ${isYes ? 'approved' : 'rejected'}`
    return composeMail({
      kind: 'application-decided',
      to: row.email,
      subject: outcome,
      lines: [hello(row), `${outcome}.${isYes ? ' You can create projects now.' : ' You can apply again.'}`],
      ...(row.reason && { quote: { by: 'The reason given:', text: row.reason } }),
      action: { label: 'Open my application', url: appLink(publicOrigin(), paths.creatorApplication()) },
      footer: [],
    })
  },
})

export const creatorApplicationJobs = [decisionMail]
