import { isApiError } from '#shared/api-client/api-error.ts'
import { id as idSchema } from '#shared/contract/common.ts'
import { CREATOR_APPLICATION_REASON_MAX } from '#shared/contract/creator-applications.ts'
import { creatorApplicationStatus } from '#shared/rules/statuses.ts'
import { openSession, type GlobalOptions, type Session } from '#cli/context.ts'
import { usageError } from '#cli/exit-codes.ts'
import { withRetry } from '#cli/many.ts'
import { type Result, runMany, type WaitOptions } from '#cli/run-many.ts'
import { readIds } from '#cli/read-ids.ts'
import { requireWholeID } from '#cli/whole-id.ts'
import { statusWord } from './status-words.ts'

type Decision = 'approve' | 'reject'
type Done = 'approved' | 'rejected'
type Options = GlobalOptions & { reason?: string; dryRun?: boolean }

const doneBy = { approve: 'approved', reject: 'rejected' } as const satisfies Record<Decision, Done>

export const approveCreatorApplications = (named: readonly string[], options: Options): Promise<void> =>
  decideAll('approve', named, options)

/** Errors: CliError (usage) for a reason that the server would not take. */
export const rejectCreatorApplications = async (named: readonly string[], options: Options): Promise<void> => {
  if ((options.reason?.trim().length ?? 0) > CREATOR_APPLICATION_REASON_MAX)
    throw usageError(`A reason has at most ${CREATOR_APPLICATION_REASON_MAX} characters.`)
  await decideAll('reject', named, options)
}

/** Decides the applications one after the other and prints the result of each. */
const decideAll = async (decision: Decision, named: readonly string[], options: Options): Promise<void> => {
  requireWholeID(named, 'an application', 'applications list --json')
  const session = await openSession(options)
  await runMany(options, {
    items: await readIds(named, `applications ${decision}`),
    name: 'id',
    nouns: ['application', 'applications'],
    done: doneBy[decision],
    work: (id, waiting) =>
      options.dryRun
        ? foresee(session, decision, id)
        : decideOne(session, decision, id, options.reason?.trim(), waiting),
  })
}

const notAnID: Result = { status: 'failed', message: 'not the ID of an application' }

/** The result that the decision would have. Errors: ApiError. */
const foresee = async (session: Session, decision: Decision, id: string): Promise<Result> => {
  if (!idSchema.safeParse(id).success) return notAnID
  const { data } = await withRetry(() => session.api.creatorApplications.get({ params: { id } }))
  if (data.status === creatorApplicationStatus.pending) return { status: doneBy[decision], message: data.user.username }
  return decidedBefore(session, decision, id)
}

/** Decides one application. Errors: ApiError when its call failed. */
const decideOne = async (
  session: Session,
  decision: Decision,
  id: string,
  reason: string | undefined,
  waiting: WaitOptions,
): Promise<Result> => {
  if (!idSchema.safeParse(id).success) return notAnID
  const { creatorApplications } = session.api
  try {
    const { data } = await withRetry(
      () =>
        decision === 'approve'
          ? creatorApplications.approve({ params: { id }, body: {} })
          : creatorApplications.reject({ params: { id }, body: reason ? { reason } : {} }),
      waiting,
    )
    return { status: doneBy[decision], message: data.user.username }
  } catch (error) {
    if (!isApiError(error) || error.status !== 409) throw error
    return decidedBefore(session, decision, id)
  }
}

/**
 * The result for an application that is decided already: the same decision again changes nothing, the other one is
 * refused.
 */
const decidedBefore = async ({ api }: Session, decision: Decision, id: string): Promise<Result> => {
  const { data } = await api.creatorApplications.get({ params: { id } })
  const isTheSame = data.status === creatorApplicationStatus[doneBy[decision]]
  return {
    status: isTheSame ? 'skipped' : 'failed',
    message: `${data.user.username} was ${statusWord(data.status)} before`,
  }
}
