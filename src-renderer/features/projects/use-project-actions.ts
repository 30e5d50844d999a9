import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearchParams } from 'react-router-dom'
import type { ProjectDetails } from '#shared/contract/index.ts'
import { isArchived, openProjectStatuses } from '#shared/rules/statuses.ts'
import { accessQuery } from '#data/memberships.ts'
import { isApiError } from '#lib/api.ts'
import { paths } from '#lib/paths.ts'
import { errorText } from '#lib/query-client.ts'
import { useSession } from '#lib/session.ts'
import type { ActionAreaProps } from './ActionArea.tsx'
import { actionView, type Outcome } from './action-area.ts'
import { isConflict, useAnswer, useApply } from './mutations.ts'
import { useLetter } from './use-letter.ts'

type Problem = { title: string; text?: string | undefined }

const failureOf = (error: unknown) => {
  if (!error) return null
  return isApiError(error) && error.status === 403 ? 'refused' : 'failed'
}

type Letter = ReturnType<typeof useLetter>
type ProjectActions = Omit<ActionAreaProps, 'projectID'> & {
  problem: Problem | null
  letter: Letter
  /** The viewer's pending request. */
  requestID: string | null
}

/** The state and the actions of the action area, the problem that its red box shows, and the sheet of the application. */
export const useProjectActions = (project: ProjectDetails): ProjectActions => {
  const userID = useSession((session) => session.userID) ?? ''
  const membership = useQuery(accessQuery(project.id))
  const apply = useApply(project.id)
  const answer = useAnswer(project.id)
  const isRefusedAsSecond = isConflict(apply.error)

  const isOpen = openProjectStatuses.includes(project.status) && !isArchived(project)
  const view = actionView({
    access: membership.data,
    accessFailure: failureOf(membership.error),
    isOpen,
    isPaused: project.applicationsPaused,
    isJustSent: apply.isSuccess,
    // A project that was paused or closed in the meantime refuses with 409, too, and has been read again.
    isAlreadyRequested: (isRefusedAsSecond && isOpen && !project.applicationsPaused) || project.isRequested,
  })

  const letter = useLetter(project, view, apply)
  // Who was invited for one task goes on to it.
  const task = useSearchParams()[0].get('task')
  const navigate = useNavigate()
  const goToTask = () => task !== null && void navigate(paths.taskByNumber(project.id, task), { replace: true })

  const problem = (): Problem | null => {
    // The open sheet says itself what went wrong.
    if (apply.error && !isRefusedAsSecond && !letter.sheet?.isOpen)
      return {
        title: 'Failed to request project. Please try again.',
        text: (isApiError(apply.error) && apply.error.serverMessage) || undefined,
      }
    if (answer.error) return { title: errorText(answer.error, 'Failed to update the request. Please try again.') }
    if (view.kind === 'unknown') return { title: errorText(membership.error, 'Failed to fetch project details') }
    return null
  }

  const respond = (accept: boolean, outcome: Outcome) => {
    // The next act of the person removes the error of an earlier one.
    apply.reset()
    answer.mutate({ userID, accept, outcome }, { onSuccess: () => accept && goToTask() })
  }
  const outcome = (): Outcome | null => {
    if (apply.isSuccess) return 'applied'
    return answer.isSuccess ? answer.variables.outcome : null
  }

  return {
    view,
    problem: problem(),
    outcome: outcome(),
    isApplying: apply.isPending,
    answering: answer.isPending ? (answer.variables.accept ? 'accept' : 'reject') : null,
    letter,
    requestID: membership.data?.requestId ?? null,
    hasDraft: letter.hasDraft,
    onApply: () => {
      answer.reset()
      letter.apply()
    },
    onWrite: letter.write,
    onWithdraw: () => respond(false, 'withdrawn'),
    onAccept: () => respond(true, 'accepted'),
    onReject: () => respond(false, 'declined'),
    onCheckAgain: () => void membership.refetch(),
  }
}
