import { isApiError } from '#shared/api-client/api-error.ts'
import { email as emailSchema } from '#shared/contract/common.ts'
import type { WaitlistUser } from '#shared/contract/waitlist.ts'
import { canonicalEmail } from '#shared/rules/account.ts'
import { openSessionFor } from '#cli/capability.ts'
import { type GlobalOptions, type Session } from '#cli/context.ts'
import { CliError, exitCode } from '#cli/exit-codes.ts'
import { withRetry } from '#cli/many.ts'
import { type Result, runMany } from '#cli/run-many.ts'
import { canAsk, confirm } from '#cli/terminal.ts'
import { readAddresses } from './addresses.ts'

type Options = GlobalOptions & { file?: string; yes?: boolean; dryRun?: boolean }

/** Takes the addresses off the waitlist one after the other, and prints what became of each. */
export const removeFromWaitlist = async (named: readonly string[], options: Options): Promise<void> => {
  const session = await openSessionFor(options, 'waitlistRemoval', 'call that takes an address off the waitlist')
  const { addresses } = await readAddresses(named, options.file, 'remove')
  const what = addresses.length === 1 ? addresses[0] : `${addresses.length} addresses`
  const isSure = options.yes || options.dryRun || !canAsk() || (await confirm(`Take ${what} off the waitlist?`))
  if (!isSure) throw new CliError('Nothing was done.', exitCode.failed)
  await runMany(options, {
    items: addresses,
    name: 'email',
    nouns: ['address', 'addresses'],
    done: 'removed',
    work: (address, waiting) => {
      // When the answer of a removal is lost, the next try finds the address gone, and it was this command that removed it.
      const sent: { result?: Result } = {}
      return withRetry(() => removeOne(session, address, options, sent), waiting)
    },
  })
}

const notThere: Result = { status: 'skipped', message: 'is not on the waitlist' }

const removeOne = async (
  { api }: Session,
  address: string,
  { dryRun }: Options,
  sent: { result?: Result },
): Promise<Result> => {
  if (!emailSchema.safeParse(address).success) return { status: 'failed', message: 'not an e-mail address' }
  const entry = await findEntry(api, canonicalEmail(address))
  if (!entry) return sent.result ?? notThere
  const result: Result = {
    status: 'removed',
    message: entry.isInvited ? 'off the waitlist; a link that was not used ends' : 'off the waitlist',
  }
  if (dryRun) return result
  try {
    sent.result = result
    await api.waitlist.remove({ params: { id: entry.id } })
    return result
  } catch (error) {
    // Somebody else has been quicker.
    if (isApiError(error) && error.status === 404) return notThere
    throw error
  }
}

/** The entry of a canonical address. Others may have the address within theirs, so all that match are looked at. */
const findEntry = async (api: Session['api'], email: string): Promise<WaitlistUser | undefined> => {
  for (let page = 1; ; page += 1) {
    const { data, pagination } = await api.waitlist.list({ query: { q: email, limit: 100, page } })
    const found = data.find((entry) => canonicalEmail(entry.email) === email)
    if (found || page >= pagination.totalPages) return found
  }
}
