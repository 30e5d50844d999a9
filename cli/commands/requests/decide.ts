import { type ApiError, isApiError } from '#shared/api-client/api-error.ts'
import { isRefusal } from '#shared/api-client/api-error.ts'
import { decision, REJECTION_TEXT_MAX } from '#shared/contract/decisions.ts'
import { id as idSchema } from '#shared/contract/common.ts'
import type { RejectionReason } from '#shared/contract/index.ts'
import { openSessionFor } from '#cli/capability.ts'
import { type GlobalOptions, type Session } from '#cli/context.ts'
import { usageError } from '#cli/exit-codes.ts'
import { failureText } from '#cli/failure.ts'
import { withRetry } from '#cli/many.ts'
import { readIds } from '#cli/read-ids.ts'
import { type Result, runMany, type WaitOptions } from '#cli/run-many.ts'
import { requireWholeID } from '#cli/whole-id.ts'
import { rejectionWords, type RejectionWord } from '#cli/words.ts'

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

/**
 * Decides the applications one by one and prints each result. Each has its own call, since the call for many takes only
 * a few; so any number of applications can be named.
 */
const decideAll = async (
  command: 'approve' | 'reject',
  named: readonly string[],
  verdict: Verdict,
  options: Options,
): Promise<void> => {
  requireWholeID(named, 'an application', 'request list --json')
  const session = await openSessionFor(options, 'decisions', 'decisions on many applications')
  const items = await readIds(named, `request ${command}`)
  const { data } = await session.api.memberships.requests({
    params: { id: options.project },
    query: { type: 'received' },
  })
  const listed = new Map(data.map(({ id, username, status }) => [id, { username, isPending: status === 0 }]))
  await runMany(options, {
    items,
    name: 'id',
    nouns: ['application', 'applications'],
    done: doneBy(verdict),
    work: async (id, waiting) => {
      if (!idSchema.safeParse(id).success)
        return { status: 'failed', message: 'not the ID of an application to this project' }
      const known = listed.get(id)
      if (options.dryRun) return foresee(known, verdict)
      return decideOne(session, { id, username: known?.username }, verdict, options.project, waiting)
    },
  })
}

const doneBy = ({ accept }: Verdict) => (accept ? 'approved' : 'rejected')

const foresee = (known: { username: string; isPending: boolean } | undefined, verdict: Verdict): Result => {
  if (known?.isPending) return { status: doneBy(verdict), message: known.username }
  if (known) return { status: 'failed', message: `${known.username}: it is decided already` }
  return { status: 'failed', message: 'not in the list of applications, so what would happen cannot be foreseen' }
}

/** Whether the call was refused because the application had ended before, in the way that is wanted now. */
const isAsWanted = (error: ApiError, verdict: Verdict): boolean =>
  error.status === 409 && decision.safeParse(error.newer).data?.outcome === doneBy(verdict)

/**
 * Decides one application, without a look at the list: a long list is cut, and the server knows whether the application
 * exists. Errors: ApiError when the call failed for a reason that is not this application's.
 */
const decideOne = async (
  { api }: Session,
  { id, username }: { id: string; username: string | undefined },
  verdict: Verdict,
  projectID: string,
  waiting: WaitOptions,
): Promise<Result> => {
  const body = { requestId: id, ...verdict }
  try {
    await withRetry(() => api.memberships.answerById({ params: { projectId: projectID }, body }), waiting)
    return { status: doneBy(verdict), message: username ?? id }
  } catch (error) {
    // A 403 is about the account, which ends the run, but for what is not in the list: that may be an invitation.
    const isAboutAccount =
      isApiError(error) && (error.status === 401 || (error.status === 403 && username !== undefined))
    if (!isRefusal(error) || isAboutAccount) throw error
    const why = username === undefined ? failureText(error) : `${username}: ${failureText(error)}`
    // It is as wanted, and was so before: a list can be given again after a failure.
    return { status: isAsWanted(error, verdict) ? 'skipped' : 'failed', message: why }
  }
}
