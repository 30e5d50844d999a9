import { setTimeout as wait } from 'node:timers/promises'
import { isApiError, isUnreachable } from '../../../shared/api-client/index.ts'
import { email as emailSchema } from '../../../shared/contract/index.ts'
import { canonicalEmail } from '../../../shared/rules/account.ts'
import { openSession, type GlobalOptions, type Session } from '../../context.ts'
import { CliError, exitCode } from '../../exit-codes.ts'
import { failureText } from '../../failure.ts'
import { painter, printable, printJson, printLine, say } from '../../output/printer.ts'
import { startProgress } from '../../output/progress.ts'
import { readAddresses } from './addresses.ts'

type Options = GlobalOptions & { file?: string; resend?: boolean }
type InviteResult = {
  email: string
  /** `skipped`: there was nothing left to do, so that a list can be given again after a failure. */
  status: 'invited' | 'skipped' | 'failed'
  message: string
}

/** A limit of the server is waited for, but not for ever. */
const MAX_WAITS = 5
const MAX_WAIT_SECONDS = 60

/** Invites the addresses one after the other and says of each what became of it. */
export const invite = async (named: readonly string[], options: Options): Promise<void> => {
  const session = await openSession(options)
  const addresses = await readAddresses(named, options.file)
  const results = await inviteAll(session, addresses, options)
  const count = (status: InviteResult['status']) => results.filter((result) => result.status === status).length
  const [invited, skipped, failed] = [count('invited'), count('skipped'), count('failed')]
  if (options.json) printJson({ results, invited, skipped, failed })
  say(`${invited} invited, ${skipped} skipped, ${failed} failed.`)
  if (failed === 0) return
  const again = 'Run the same command again to retry; who is invited already is skipped.'
  if (failed === results.length) throw new CliError(`No address could be invited. ${again}`)
  throw new CliError(`${failed} of ${results.length} addresses could not be invited. ${again}`, exitCode.someFailed)
}

const inviteAll = async (session: Session, addresses: readonly string[], options: Options): Promise<InviteResult[]> => {
  const results: InviteResult[] = []
  const progress = startProgress(addresses.length)
  let isServerGone = false
  for (const email of addresses) {
    progress.show(results.length, email)
    let result: InviteResult
    try {
      result = isServerGone
        ? { email, status: 'failed', message: 'not tried, since the server does not answer' }
        : await inviteOne(session, email, options)
    } catch (error) {
      // Without a session or the permission no other address can be invited either.
      if (isApiError(error) && (error.status === 401 || error.status === 403)) throw error
      isServerGone = isUnreachable(error)
      result = { email, status: 'failed', message: failureText(error) }
    } finally {
      progress.clear()
    }
    results.push(result)
    if (!options.json) printLine(describe(result, options.color))
  }
  return results
}

/** Errors: ApiError when the call for this address failed. */
const inviteOne = async (session: Session, address: string, { resend }: Options): Promise<InviteResult> => {
  const parsed = emailSchema.safeParse(address)
  if (!parsed.success) return { email: address, status: 'failed', message: 'not an e-mail address' }
  const email = parsed.data
  if (!resend && (await isInvitedAlready(session, email)))
    return { email, status: 'skipped', message: 'invited before; --resend sends a new link' }
  for (let waits = 0; ; waits += 1) {
    try {
      await session.api.waitlist.createInvitation({ body: { email } })
      return { email, status: 'invited', message: 'invitation sent' }
    } catch (error) {
      if (!isApiError(error)) throw error
      if (error.code === 'EMAIL_TAKEN') return { email, status: 'skipped', message: 'has an account already' }
      const seconds = error.retryAfter ?? 1
      if (error.status !== 429 || waits >= MAX_WAITS || seconds > MAX_WAIT_SECONDS) throw error
      await wait(seconds * 1000)
    }
  }
}

const isInvitedAlready = async ({ api }: Session, email: string): Promise<boolean> => {
  const { data } = await api.waitlist.list({ query: { q: email, isInvited: 'true', limit: 100 } })
  return data.some((user) => canonicalEmail(user.email) === canonicalEmail(email))
}

const styles = { invited: 'green', skipped: 'yellow', failed: 'red' } as const

const describe = ({ email, status, message }: InviteResult, isColorful: boolean | undefined): string =>
  `${painter(isColorful)(styles[status], status.padEnd(8))} ${printable(email)}: ${printable(message)}`
