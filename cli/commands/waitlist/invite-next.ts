import type { Wish } from '#shared/contract/waitlist.ts'
import type { GlobalOptions } from '#cli/context.ts'
import { openSessionFor } from '#cli/capability.ts'
import { CliError, exitCode, usageError } from '#cli/exit-codes.ts'
import { printLine } from '#cli/output/printer.ts'
import { runMany } from '#cli/run-many.ts'
import { canAsk, confirm } from '#cli/terminal.ts'
import { waitForMails } from './mails.ts'

export type NextOptions = GlobalOptions & { next: number; want?: Wish; yes?: boolean; wait?: boolean; dryRun?: boolean }

const NAMED_BY = { getWorkDone: ' who want work done', work: ' who want to work' } as const

/**
 * Invites those who have waited longest, after a question that names their number, and prints the result of each. Errors:
 * CliError where nobody can be asked and --yes is missing, or the answer is no.
 */
export const inviteNext = async ({ next: count, want, ...options }: NextOptions): Promise<void> => {
  const session = await openSessionFor(options, 'wishes', 'call that invites the next on the waitlist')
  const query = {
    isInvited: 'false',
    sort: 'createdAt',
    direction: 'asc',
    limit: count,
    ...(want && { want }),
  } as const
  const { data: waiting } = await session.api.waitlist.list({ query })
  if (waiting.length === 0) {
    if (!options.json) return printLine('Nobody waits.')
  } else if (!options.dryRun && !options.yes) {
    const who = `${waiting.length === 1 ? '1 address' : `${waiting.length} addresses`}${want ? NAMED_BY[want] : ''}`
    if (!canAsk()) throw usageError(`Nothing was sent; to invite ${who}, add --yes.`)
    if (!(await confirm(`Invite ${who}?`))) throw new CliError('Cancelled; nothing was sent.', exitCode.failed)
  }
  // Somebody else may invite at the same time; the server answers whom this call has invited.
  const invited =
    options.dryRun || waiting.length === 0
      ? waiting
      : (await session.api.waitlist.inviteNext({ body: { count: waiting.length, ...(want && { want }) } })).data
  const byAddress = new Map(invited.map((entry) => [entry.email, entry]))
  await runMany(options, {
    items: [...byAddress.keys()],
    name: 'email',
    nouns: ['address', 'addresses'],
    done: 'invited',
    work: (address) => {
      const mail = options.dryRun ? null : (byAddress.get(address)?.mailState ?? null)
      return Promise.resolve({ status: 'invited', message: mail === 'queued' ? 'mail queued' : 'with a link', mail })
    },
    settle: (results, how) =>
      waitForMails(session, results, new Map(invited.map(({ id, email }) => [id, email])), {
        ...how,
        isWanted: options.wait !== false,
      }),
  })
}
