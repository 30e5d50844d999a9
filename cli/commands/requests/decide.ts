import { REJECTION_TEXT_MAX } from '../../../shared/contract/decisions.ts'
import { id as idSchema, type RejectionReason } from '../../../shared/contract/index.ts'
import { decisionText } from '../../../shared/rules/rejection.ts'
import { requireCapability } from '../../capability.ts'
import { type GlobalOptions, openSession, type Session } from '../../context.ts'
import { usageError } from '../../exit-codes.ts'
import { patiently } from '../../many.ts'
import { readIds } from '../../read-ids.ts'
import { type Result, runMany, type Waiting } from '../../run-many.ts'
import { rejectionWords, type RejectionWord } from '../../words.ts'

type Options = GlobalOptions & { project: string; dryRun?: boolean }
type RejectOptions = Options & { reason?: RejectionWord; text?: string }
type Verdict = { accept: boolean; reason?: RejectionReason; text?: string }

export const approveRequests = (named: readonly string[], options: Options): Promise<void> =>
  decideAll('approve', named, { accept: true }, options)

/** Errors: CliError (usage) for a text that is too long; those of `runMany`. */
export const rejectRequests = async (
  named: readonly string[],
  { reason, text, ...options }: RejectOptions,
): Promise<void> => {
  const said = text?.trim() ?? ''
  if (said.length > REJECTION_TEXT_MAX) throw usageError(`A text has at most ${REJECTION_TEXT_MAX} characters.`)
  const verdict = { accept: false, ...(reason && { reason: rejectionWords[reason] }), ...(said && { text: said }) }
  await decideAll('reject', named, verdict, options)
}

/** Decides the applications one after the other and prints the result of each. */
const decideAll = async (
  command: 'approve' | 'reject',
  named: readonly string[],
  verdict: Verdict,
  options: Options,
): Promise<void> => {
  const session = await openSession(options)
  await requireCapability(session, 'decisions', 'decisions on many applications')
  const items = await readIds(named, `request ${command}`)
  const { data } = await session.api.memberships.requests({
    params: { id: options.project },
    query: { type: 'received' },
  })
  const nameOf = new Map(data.map(({ id, username }) => [id, username]))
  const isPending = new Set(data.filter(({ status }) => status === 0).map(({ id }) => id))
  await runMany(options, {
    items,
    name: 'id',
    nouns: ['application', 'applications'],
    done: verdict.accept ? 'approved' : 'rejected',
    work: async (id, waiting) => {
      const username = nameOf.get(id)
      if (!idSchema.safeParse(id).success || username === undefined)
        return { status: 'failed', message: 'not the ID of an application to this project' }
      if (options.dryRun && isPending.has(id)) return { status: doneBy(verdict), message: username }
      if (options.dryRun) return { status: 'failed', message: `${username}: it is decided already` }
      const result = await decideOne(session, { id, username }, verdict, options.project, waiting)
      // It is as wanted, and was so before: a list can be given again after a failure.
      return result.status === doneBy(verdict) && !isPending.has(id) ? { ...result, status: 'skipped' } : result
    },
  })
}

const doneBy = ({ accept }: Verdict) => (accept ? 'approved' : 'rejected')

/** Decides one application. Errors: ApiError when its call failed. */
const decideOne = async (
  { api }: Session,
  { id, username }: { id: string; username: string },
  verdict: Verdict,
  project: string,
  waiting: Waiting,
): Promise<Result> => {
  const body = { ids: [id], ...verdict }
  const { data } = await patiently(() => api.requests.decide({ params: { id: project }, body }), waiting)
  const [outcome] = data
  if (outcome?.isDone) return { status: doneBy(verdict), message: username }
  const { decision = null, reason = null } = outcome ?? {}
  if (!decision) return { status: 'failed', message: `${username}: ${reason ?? 'the server did not say why'}` }
  return {
    status: decision.outcome === doneBy(verdict) ? 'skipped' : 'failed',
    message: `${username}: ${decisionText('application', decision)}`,
  }
}
