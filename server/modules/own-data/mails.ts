import { z } from 'zod'
import { brand } from '#shared/brand.ts'
import { EXPORT_HOURS } from '#shared/contract/index.ts'
import { paths } from '#shared/rules/addresses.ts'
import { appLink, composeMail } from '#server/mail/compose.ts'
import { defineMailJob } from '#server/mail/mail-job.ts'
import { hello } from '#server/mail/phrases.ts'
import { findDebtsOf } from '../ledger/service.ts'
import { debtsText, waysOut } from './debts.ts'
import { findLeaver } from './deletion-repository.ts'
import { findReady } from './exports-repository.ts'

const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' })
const account = (origin: string) => appLink(origin, paths.settings('account'))

/** The mail that an export can be fetched. No setting switches it off. */
export const exportMail = defineMailJob({
  kind: 'export-mail',
  schema: z.object({ exportID: z.uuid() }),
  compose: async ({ db, publicOrigin }, { exportID }) => {
    const row = await findReady(db, exportID)
    if (!row) return null
    return composeMail({
      kind: 'export-ready',
      to: row.email,
      subject: `Your ${brand.name} data is ready`,
      lines: [hello(row), `Your ${brand.name} data is ready. You can download it for ${EXPORT_HOURS} hours.`],
      action: { label: 'Open my account', url: account(publicOrigin()) },
      footer: ['If you did not ask for it, end your other sessions and change your password at once.'],
    })
  },
})

/** The mail that an account will be deleted, and how to keep it; none when that has been taken back. */
export const deletionMail = defineMailJob({
  kind: 'deletion-mail',
  schema: z.object({ userID: z.uuid() }),
  compose: async ({ db, publicOrigin }, { userID }) => {
    const person = await findLeaver(db, userID)
    if (!person?.due_at) return null
    return composeMail({
      kind: 'deletion-asked',
      to: person.email,
      subject: `Your ${brand.name} account will be deleted`,
      lines: [
        hello(person),
        `Your account will be deleted on ${day.format(person.due_at)}. Until then you are not found in the directory, and can change your mind.`,
      ],
      action: { label: 'Keep my account', url: account(publicOrigin()) },
      footer: ['If you did not ask for it, keep the account and change your password at once.'],
    })
  },
})

/** The mail that an account could not be deleted at its time: projects would be left without an owner, or debts unpaid. */
export const deletionPutOffMail = defineMailJob({
  kind: 'deletion-put-off-mail',
  schema: z.object({ userID: z.uuid() }),
  compose: async ({ db, publicOrigin }, { userID }) => {
    const person = await findLeaver(db, userID)
    if (!person?.due_at) return null
    const { owedByMe } = await findDebtsOf(db, userID)
    return composeMail({
      kind: 'deletion-put-off',
      to: person.email,
      subject: `Your ${brand.name} account could not be deleted yet`,
      lines: [
        hello(person),
        ...(owedByMe.length > 0 ? [debtsText(owedByMe)] : []),
        ...(person.titles.length > 0
          ? [`Nobody else owns ${person.titles.map((title) => `“${title}”`).join(', ')}. ${waysOut(person.hasWork)}.`]
          : []),
        ...(owedByMe.length + person.titles.length === 0
          ? ['You are the last administrator of this server. Somebody else has to become one first.']
          : []),
        `We try again on ${day.format(person.due_at)}.`,
      ],
      action: { label: 'Open my account', url: account(publicOrigin()) },
      footer: ['Until then you can keep the account.'],
    })
  },
})

/** The mail that an account stays. */
export const deletionTakenBackMail = defineMailJob({
  kind: 'deletion-taken-back-mail',
  schema: z.object({ userID: z.uuid() }),
  compose: async ({ db }, { userID }) => {
    const person = await findLeaver(db, userID)
    if (!person || person.due_at) return null
    return composeMail({
      kind: 'deletion-taken-back',
      to: person.email,
      subject: `Your ${brand.name} account stays`,
      lines: [hello(person), 'Your account will not be deleted. Everything is as it was.'],
      footer: ['If that was not you, change your password.'],
    })
  },
})

export const ownDataJobs = [exportMail, deletionMail, deletionPutOffMail, deletionTakenBackMail]
