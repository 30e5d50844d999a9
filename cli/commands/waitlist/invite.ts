import { isApiError } from '../../../shared/api-client/index.ts'
import { email as emailSchema } from '../../../shared/contract/index.ts'
import { canonicalEmail } from '../../../shared/rules/account.ts'
import { openSession, type GlobalOptions, type Session } from '../../context.ts'
import { CliError, exitCode } from '../../exit-codes.ts'
import { forEachOf, type Outcome, patiently } from '../../many.ts'
import { printable } from '../../output/printable.ts'
import { painter, printJson, printLine, say } from '../../output/printer.ts'
import { readAddresses } from './addresses.ts'

type Options = GlobalOptions & { file?: string; resend?: boolean }
type InviteOutcome = Outcome<'invited'>
type InviteResult = { email: string } & InviteOutcome

/** Invites the addresses one after the other and says of each what became of it. */
export const invite = async (named: readonly string[], options: Options): Promise<void> => {
  const session = await openSession(options)
  const addresses = await readAddresses(named, options.file)
  const results: InviteResult[] = []
  const sumUp = (): number => {
    const count = (status: InviteResult['status']) => results.filter((result) => result.status === status).length
    const [invited, skipped, failed] = [count('invited'), count('skipped'), count('failed')]
    if (options.json) printJson({ results, invited, skipped, failed })
    say(`${invited} invited, ${skipped} skipped, ${failed} failed.`)
    return failed
  }
  try {
    await forEachOf(
      addresses,
      (address) => inviteOne(session, address, options),
      (email, outcome) => {
        results.push({ email, ...outcome })
        if (!options.json) printLine(describe({ email, ...outcome }, options.color))
      },
    )
  } catch (error) {
    // The session ended on the way: what was done until then is done.
    if (results.length > 0) sumUp()
    throw error
  }
  const failed = sumUp()
  if (failed === 0) return
  const again = 'Run the same command again to retry; who is invited already is skipped, unless with --resend.'
  if (failed === results.length) throw new CliError(`No address could be invited. ${again}`)
  throw new CliError(`${failed} of ${results.length} addresses could not be invited. ${again}`, exitCode.someFailed)
}

/** Errors: ApiError when the call for this address failed. */
const inviteOne = async (session: Session, address: string, { resend }: Options): Promise<InviteOutcome> => {
  const parsed = emailSchema.safeParse(address)
  if (!parsed.success) return { status: 'failed', message: 'not an e-mail address' }
  const email = parsed.data
  if (!resend && (await isInvitedAlready(session, email)))
    return { status: 'skipped', message: 'invited before; --resend sends a new link' }
  try {
    await patiently(() => session.api.waitlist.createInvitation({ body: { email } }))
    return { status: 'invited', message: 'invitation sent' }
  } catch (error) {
    if (isApiError(error) && error.code === 'EMAIL_TAKEN')
      return { status: 'skipped', message: 'has an account already' }
    throw error
  }
}

const isInvitedAlready = async ({ api }: Session, email: string): Promise<boolean> => {
  const { data } = await api.waitlist.list({ query: { q: email, isInvited: 'true', limit: 100 } })
  return data.some((user) => canonicalEmail(user.email) === canonicalEmail(email))
}

const styles = { invited: 'green', skipped: 'yellow', failed: 'red' } as const

const describe = ({ email, status, message }: InviteResult, isColorful: boolean | undefined): string =>
  `${painter(isColorful)(styles[status], status.padEnd(8))} ${printable(email)}: ${printable(message)}`
