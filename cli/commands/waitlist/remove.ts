import { isApiError } from '../../../shared/api-client/api-error.ts'
import type { WaitlistUser } from '../../../shared/contract/waitlist.ts'
import { canonicalEmail } from '../../../shared/rules/account.ts'
import { eachAddressOnce } from '../../../shared/rules/address-list.ts'
import { requireCapability } from '../../capability.ts'
import { type GlobalOptions, openSession, type Session } from '../../context.ts'
import { CliError, exitCode } from '../../exit-codes.ts'
import { patiently } from '../../many.ts'
import { type Result, runMany } from '../../run-many.ts'
import { canAsk, confirm } from '../../terminal.ts'

type Options = GlobalOptions & { yes?: boolean; dryRun?: boolean }

/** Takes the addresses off the waitlist one after the other, and prints what became of each. */
export const removeFromWaitlist = async (named: readonly string[], options: Options): Promise<void> => {
  const session = await openSession(options)
  await requireCapability(session, 'waitlistRemoval', 'call that takes an address off the waitlist')
  const items = eachAddressOnce(named)
  const what = items.length === 1 ? items[0] : `${items.length} addresses`
  const isSure = options.yes || options.dryRun || !canAsk() || (await confirm(`Take ${what} off the waitlist?`))
  if (!isSure) throw new CliError('Nothing was done.', exitCode.failed)
  await runMany(options, {
    items,
    name: 'email',
    nouns: ['address', 'addresses'],
    done: 'removed',
    work: (address, waiting) => patiently(() => removeOne(session, address, options), waiting),
  })
}

const unknown: Result = { status: 'failed', message: 'is not on the waitlist' }

const removeOne = async ({ api }: Session, address: string, { dryRun }: Options): Promise<Result> => {
  const entry = await findEntry(api, canonicalEmail(address))
  if (!entry) return unknown
  const result: Result = {
    status: 'removed',
    message: entry.isInvited ? 'off the waitlist; its invitation ends' : 'off the waitlist',
  }
  if (dryRun) return result
  try {
    await api.waitlist.remove({ params: { id: entry.id } })
    return result
  } catch (error) {
    // Somebody else has been quicker.
    if (isApiError(error) && error.status === 404) return unknown
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
