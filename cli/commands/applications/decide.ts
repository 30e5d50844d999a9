import { isApiError } from '../../../shared/api-client/index.ts'
import { id as idSchema } from '../../../shared/contract/index.ts'
import { APPLICATION_REASON_MAX } from '../../../shared/contract/creator-applications.ts'
import { applicationStatus } from '../../../shared/rules/statuses.ts'
import { openSession, type GlobalOptions, type Session } from '../../context.ts'
import { CliError, exitCode, usageError } from '../../exit-codes.ts'
import { forEachOf, type Outcome, patiently } from '../../many.ts'
import { printable } from '../../output/printable.ts'
import { painter, printJson, printLine, say } from '../../output/printer.ts'
import { readIds } from './ids.ts'
import { statusWord } from './status-words.ts'

type Decision = 'approve' | 'reject'
type Done = 'approved' | 'rejected'
type Options = GlobalOptions & { reason?: string }
type Result = { id: string } & Outcome<Done>

const doneBy = { approve: 'approved', reject: 'rejected' } as const satisfies Record<Decision, Done>

export const approveApplications = (named: readonly string[], options: Options): Promise<void> =>
  decideAll('approve', named, options)

/** Errors: CliError (usage) for a reason that the server would not take. */
export const rejectApplications = async (named: readonly string[], options: Options): Promise<void> => {
  if ((options.reason?.trim().length ?? 0) > APPLICATION_REASON_MAX)
    throw usageError(`A reason has at most ${APPLICATION_REASON_MAX} characters.`)
  await decideAll('reject', named, options)
}

/** Decides the applications one after the other and says of each what became of it. */
const decideAll = async (decision: Decision, named: readonly string[], options: Options): Promise<void> => {
  const session = await openSession(options)
  const ids = await readIds(named, decision)
  const done = doneBy[decision]
  const results: Result[] = []
  const sumUp = (): number => {
    const count = (status: Result['status']) => results.filter((result) => result.status === status).length
    const [decided, skipped, failed] = [count(done), count('skipped'), count('failed')]
    if (options.json) printJson({ results, [done]: decided, skipped, failed })
    say(`${decided} ${done}, ${skipped} skipped, ${failed} failed.`)
    return failed
  }
  try {
    await forEachOf(
      ids,
      (id) => decideOne(session, decision, id, options.reason?.trim()),
      (id, outcome) => {
        results.push({ id, ...outcome })
        if (!options.json) printLine(describe({ id, ...outcome }, options.color))
      },
    )
  } catch (error) {
    // The session ended on the way: what was done until then is done.
    if (results.length > 0) sumUp()
    throw error
  }
  const failed = sumUp()
  if (failed === 0) return
  if (failed === results.length) throw new CliError(`No application could be ${done}.`)
  throw new CliError(`${failed} of ${results.length} applications could not be ${done}.`, exitCode.someFailed)
}

/** Errors: ApiError when the call for this application failed. */
const decideOne = async (
  session: Session,
  decision: Decision,
  id: string,
  reason: string | undefined,
): Promise<Outcome<Done>> => {
  if (!idSchema.safeParse(id).success) return { status: 'failed', message: 'not the ID of an application' }
  const { creatorApplications } = session.api
  try {
    const { data } = await patiently(() =>
      decision === 'approve'
        ? creatorApplications.approve({ params: { id }, body: {} })
        : creatorApplications.reject({ params: { id }, body: reason ? { reason } : {} }),
    )
    return { status: doneBy[decision], message: data.user.username }
  } catch (error) {
    if (!isApiError(error) || error.status !== 409) throw error
    return decidedBefore(session, decision, id)
  }
}

/** An application is decided once: the same decision again changes nothing, the other one is refused. */
const decidedBefore = async ({ api }: Session, decision: Decision, id: string): Promise<Outcome<Done>> => {
  const { data } = await api.creatorApplications.get({ params: { id } })
  const isTheSame = data.status === applicationStatus[doneBy[decision]]
  return {
    status: isTheSame ? 'skipped' : 'failed',
    message: `${data.user.username} was ${statusWord(data.status)} before`,
  }
}

const styles = { approved: 'green', rejected: 'green', skipped: 'yellow', failed: 'red' } as const

const describe = ({ id, status, message }: Result, isColorful: boolean | undefined): string =>
  `${painter(isColorful)(styles[status], status.padEnd(8))} ${printable(id)}: ${printable(message)}`
