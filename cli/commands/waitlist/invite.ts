import { cut } from '#shared/rules/cut.ts'
import { isApiError } from '#shared/api-client/api-error.ts'
import { email as emailSchema } from '#shared/contract/common.ts'
import { canonicalEmail } from '#shared/rules/account.ts'
import { openSession, type GlobalOptions, type Session } from '#cli/context.ts'
import { CliError, exitCode, usageError } from '#cli/exit-codes.ts'
import { withRetry } from '#cli/many.ts'
import { type Result, runMany, type WaitOptions } from '#cli/run-many.ts'
import { canAsk, confirm } from '#cli/terminal.ts'
import { type Addresses, readAddresses } from './addresses.ts'
import { waitForMails } from './mails.ts'

type Options = GlobalOptions & { file?: string; resend?: boolean; yes?: boolean; dryRun?: boolean; wait?: boolean }

const isAddress = (text: string) => emailSchema.safeParse(text).success

/** Invites the addresses one after the other and prints the result of each, and of its mail. */
export const invite = async (named: readonly string[], options: Options): Promise<void> => {
  const session = await openSession(options)
  const given = await readAddresses(named, options.file)
  if (!options.dryRun) await requireConsent(given, options)
  const ids = new Map<string, string>()
  await runMany(options, {
    items: given.addresses,
    name: 'email',
    nouns: ['address', 'addresses'],
    done: 'invited',
    work: (address, waiting) =>
      options.dryRun ? foresee(session, address, options) : inviteOne(session, address, options, waiting, ids),
    settle: (results, how) => waitForMails(session, results, ids, { ...how, isWanted: options.wait !== false }),
    advice: given.addresses.every((address) => !isAddress(address))
      ? ''
      : 'Run the same command again to retry: whose mail has left is skipped, unless with --resend.',
  })
}

/**
 * Passes when the input is a plain list of addresses, or the person confirms that a table was meant. Runs before
 * anything is sent: mail to half a list, or to a table's wrong column, cannot be taken back. Errors: CliError.
 */
const requireConsent = async ({ addresses, tables }: Addresses, { yes }: Options): Promise<void> => {
  const wrong = addresses.filter((address) => !isAddress(address))
  const good = addresses.length - wrong.length
  const some = wrong.slice(0, 3).map((word) => `"${cut(word, 60)}"`)
  const names = `${some.join(', ')}${wrong.length > some.length ? ` and ${wrong.length - some.length} more` : ''}`
  if (good === 0) throw usageError(`Not ${wrong.length === 1 ? 'an e-mail address' : 'e-mail addresses'}: ${names}.`)
  const notes = [
    ...tables.map(
      ({ source, column, count }) => `${source} looks like a table; its column "${column}" has ${count} addresses.`,
    ),
    ...(wrong.length > 0 ? [`${wrong.length} of ${addresses.length} are no e-mail addresses: ${names}.`] : []),
  ]
  if (notes.length === 0 || yes) return
  const others = `${good} ${good === 1 ? 'address' : 'addresses'}`
  if (!canAsk()) throw usageError(`${notes.join(' ')} Nothing was sent; to invite ${others}, add --yes.`)
  if (!(await confirm(`${notes.join(' ')} Invite ${others}?`)))
    throw new CliError('Cancelled; nothing was sent.', exitCode.failed)
}

const notAnAddress: Result = { status: 'failed', message: 'not an e-mail address' }
const invitedBefore = (mail: string | null): Result => ({
  status: 'skipped',
  message: mail === 'queued' ? 'invited before; its mail is queued' : 'invited before; --resend sends a new link',
  mail,
})

/** Invites one address. Errors: ApiError when its call failed. */
const inviteOne = async (
  { api }: Session,
  address: string,
  { resend }: Options,
  waiting: WaitOptions,
  ids: Map<string, string>,
): Promise<Result> => {
  const parsed = emailSchema.safeParse(address)
  if (!parsed.success) return notAnAddress
  // Servers of others accept the address alone. Our server sends a new link when `unlessInvited` is missing.
  const body = resend ? { email: parsed.data } : { email: parsed.data, unlessInvited: true }
  try {
    const { data, isSkipped } = await withRetry(() => api.waitlist.createInvitation({ body }), waiting)
    const mail = data.mailState
    if (isSkipped) return invitedBefore(mail)
    ids.set(data.id, address)
    return { status: 'invited', message: mail === 'queued' ? 'mail queued' : 'invitation sent', mail }
  } catch (error) {
    if (isApiError(error) && error.code === 'EMAIL_TAKEN')
      return { status: 'skipped', message: 'has an account already' }
    throw error
  }
}

/** The result that inviting the address would have, as far as the waitlist shows. Errors: ApiError. */
const foresee = async ({ api }: Session, address: string, { resend }: Options): Promise<Result> => {
  if (!isAddress(address)) return notAnAddress
  const { data } = await withRetry(() => api.waitlist.list({ query: { q: address, isInvited: 'true', limit: 100 } }))
  const before = data.find(({ email }) => canonicalEmail(email) === canonicalEmail(address))
  if (before && !resend && before.mailState !== 'failed') return invitedBefore(before.mailState)
  return { status: 'invited', message: before ? 'with a new link' : 'with a link' }
}
