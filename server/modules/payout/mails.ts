import { z } from 'zod'
import { brand } from '#shared/brand.ts'
import { paths } from '#shared/rules/addresses.ts'
import { appLink, composeMail } from '#server/mail/compose.ts'
import { defineMailJob } from '#server/mail/mail-job.ts'
import { hello } from '#server/mail/phrases.ts'
import { signedID } from '#server/util/tokens.ts'
import { findChange, findPerson } from './repository.ts'

/** The mail that payout details were changed, with a way back for a payee who did not do it. No setting switches it off. */
export const payoutChangedMail = defineMailJob({
  kind: 'payout-changed-mail',
  schema: z.object({ changeID: z.uuid() }),
  compose: async ({ db, publicOrigin, secret }, { changeID }) => {
    const row = await findChange(db, changeID)
    if (!row) return null
    const token = signedID(secret(), 'payout-change', changeID)
    return composeMail({
      kind: 'payout-changed',
      to: row.email,
      subject: 'Your payout details were changed',
      lines: [
        hello(row),
        `How you are paid for work on ${brand.name} was changed. If you did that, there is nothing to do.`,
        'If it was not you, say so: this removes the payout details, and ends all sessions and access tokens of the account.',
      ],
      action: { label: 'This was not me', url: appLink(publicOrigin(), paths.notMe({ token, of: 'payout' })) },
      footer: ['The link is good for 7 days and works once.'],
    })
  },
})

/** The mail that the link of the one above was used. */
export const payoutRemovedMail = defineMailJob({
  kind: 'payout-removed-mail',
  schema: z.object({ userID: z.uuid() }),
  compose: async ({ db, publicOrigin }, { userID }) => {
    const person = await findPerson(db, userID)
    if (!person) return null
    return composeMail({
      kind: 'payout-removed',
      to: person.email,
      subject: 'Your payout details were removed',
      lines: [
        hello(person),
        `Your payout details on ${brand.name} were removed, and all sessions and access tokens of your account have ended.`,
        'The person who changed them knew your password, so choose a new one now.',
      ],
      action: { label: 'Choose a new password', url: appLink(publicOrigin(), paths.forgotPassword()) },
      footer: ['Then say again how you are paid.'],
    })
  },
})

export const payoutJobs = [payoutChangedMail, payoutRemovedMail]
