import { nameOf } from '#shared/rules/person.ts'
import { useQueryClient } from '@tanstack/react-query'
import type { FoundUser, ProjectRequest } from '#shared/contract/index.ts'
import { requestStatus } from '#shared/rules/statuses.ts'
import { membersQuery } from '#data/memberships.ts'
import { withData } from '#data/query.ts'
import { useCall } from '#data/use-call.ts'
import { track } from '#lib/analytics.ts'
import { isApiError } from '#lib/api.ts'
import { errorText } from '#lib/query-client.ts'
import { toast } from '#lib/toast.ts'
import { projectRequestsQuery } from './queries.ts'

type Named = { userID: string; name: string }

/** Changes a member's role; the list shows it at once. The dialog reports errors. */
export const useChangeRole = (projectID: string) => {
  const client = useQueryClient()
  return useCall('memberships.setRole', {
    input: ({ userID, role }: Named & { role: 'admin' | 'member' }) => ({
      params: { id: projectID, userId: userID },
      body: { role },
    }),
    onSuccess: (_answer, { userID, name, role }) => {
      toast(`${name} is ${role === 'admin' ? 'an admin' : 'a member'} now.`, 'success')
      client.setQueryData(membersQuery(projectID).queryKey, (answer) =>
        withData(answer, (members) => members.map((one) => (one.userID === userID ? { ...one, role } : one))),
      )
    },
  })
}

/**
 * Removes a person, or lets the viewer leave. The list changes only when the server has agreed, because it protects the
 * last owner.
 */
export const useRemoveMember = (projectID: string) => {
  const client = useQueryClient()
  return useCall('memberships.remove', {
    input: ({ userID }: Named & { isSelf: boolean }) => ({ params: { id: projectID, userId: userID } }),
    onSuccess: (_answer, { userID, name, isSelf }) => {
      toast(isSelf ? 'You left the project.' : `${name} was removed from the project.`, 'success')
      if (isSelf) return
      client.setQueryData(membersQuery(projectID).queryKey, (answer) =>
        withData(answer, (members) => members.filter((one) => one.userID !== userID)),
      )
    },
    onError: (error) => toast(errorText(error, 'Failed to remove the member. Please try again.'), 'error'),
    // A viewer who left may not read the project and is led away, so its answers are read again only when they come back.
    refetch: ({ isSelf }) => (isSelf ? 'none' : 'active'),
  })
}

export type Invitation = {
  person: Pick<FoundUser, 'id' | 'username' | 'name'>
  role: 'admin' | 'member'
  message?: string | undefined
}

/** Invites a person whom the search has found. */
export const useInviteMember = (projectID: string) =>
  useCall('memberships.invite', {
    input: ({ person, role, message }: Invitation) => ({
      params: { id: projectID, userId: person.id },
      body: { role, ...(message && { message }) },
    }),
    onSuccess: (_answer, { person, role }) => {
      track('person_invited', { projectID: projectID, role })
      toast(`Successfully invited ${nameOf(person)} to the project!`, 'success')
    },
    onError: () => toast('Something went wrong. Please try again.', 'error'),
  })

type AddressInvitation = Omit<Invitation, 'person'> & { email: string; taskID: string | null }
const outcomes = {
  asked: (email: string) => `An administrator lets ${email} in first; then the mail leaves.`,
  mailed: (email: string) => `The invitation is on its way to ${email}.`,
  invited: (email: string) => `Successfully invited ${email} to the project!`,
} as const

/** Invites an address for which the search has found no account. */
export const useInviteAddress = (projectID: string) =>
  useCall('addressInvitations.create', {
    input: ({ email, role, message, taskID }: AddressInvitation) => ({
      params: { id: projectID },
      body: { email, role, ...(message && { message }), ...(taskID && { taskID }) },
    }),
    onSuccess: ({ data: { state } }, { email, role, taskID }) => {
      track('person_invited', { projectID: projectID, role })
      // The ordinary invitation names no task.
      const left = state === 'invited' && taskID ? '\nThey have an account, so the invitation names no task.' : ''
      toast(`${outcomes[state](email)}${left}`, 'success')
    },
    onError: (error) => toast(errorText(error, 'Something went wrong. Please try again.'), 'error'),
  })

type ByAddress = { id: string; email: string }
const paramsOf = (projectID: string, { id }: ByAddress) => ({ params: { id: projectID, invitationID: id } })
/** Mails an invitation by address a second time, the last one. */
export const useResendAddress = (projectID: string) =>
  useCall('addressInvitations.resend', {
    input: (invitation: ByAddress) => ({ ...paramsOf(projectID, invitation), body: {} }),
    onSuccess: (_answer, { email }) => toast(`The invitation is on its way to ${email} again.`, 'success'),
    onError: (error) => toast(errorText(error, 'Failed to send the invitation again. Please try again.'), 'error'),
    // Its time is over, or somebody else of the team was quicker.
    isStaleAfter: (error) => isApiError(error) && (error.status === 404 || error.status === 409),
  })
/** Withdraws an invitation by address. It leaves the list. */
export const useWithdrawAddress = (projectID: string) =>
  useCall('addressInvitations.remove', {
    input: (invitation: ByAddress) => paramsOf(projectID, invitation),
    onSuccess: (_answer, { email }) => toast(`The invitation of ${email} is withdrawn.`, 'success'),
    onError: (error) => toast(errorText(error, 'Failed to withdraw the invitation. Please try again.'), 'error'),
    isStaleAfter: (error) => isApiError(error) && error.status === 404,
  })

class MissingPerson extends Error {
  override message = 'Invalid user ID. Please try again.'
}

type Answered = { request: ProjectRequest; accept: boolean }

/** What a toast says of an answered application. */
export const answeredText = (request: Pick<ProjectRequest, 'name' | 'username' | 'task'>, accept: boolean): string => {
  if (!accept) return 'Request rejected successfully!'
  const outcome = request.task ? `has task #${request.task.taskId} now` : 'is in'
  return `Request accepted successfully!\n${nameOf(request)} ${outcome}.`
}

/** Approves or rejects an application. When the request names no person, nothing is sent. */
export const useAnswerApplication = (projectID: string) => {
  const client = useQueryClient()
  // The call by person knows of applications to the project alone.
  return useCall(({ request }: Answered) => (request.task ? 'memberships.answerById' : 'memberships.answer'), {
    input: ({ request: { id, userID, task }, accept }: Answered) => {
      if (task) return { params: { projectId: projectID }, body: { requestId: id, accept } }
      if (!userID) throw new MissingPerson()
      return { params: { id: projectID, userId: userID }, body: { accept } }
    },
    onSuccess: (_answer, { request, accept }) => {
      toast(answeredText(request, accept), 'success')
      const { approved, rejected } = requestStatus
      const status = accept ? approved : rejected
      client.setQueryData(projectRequestsQuery(projectID, 'received').queryKey, (answer) =>
        withData(answer, (requests) => requests.map((one) => (one.id === request.id ? { ...one, status } : one))),
      )
    },
    onError: (error, { request, accept }) => {
      const failed = `Failed to ${accept ? 'accept' : 'reject'} request. Please try again.`
      const said = request.task ? errorText(error, failed) : failed
      toast(error instanceof MissingPerson ? error.message : said, 'error')
    },
    // After a refusal the list is read again: somebody else may have answered the request, or it was withdrawn.
    isStaleAfter: (error) => !(error instanceof MissingPerson),
  })
}

/** Takes an invitation back that nobody has answered. It leaves the list. */
export const useWithdrawInvitation = () =>
  useCall('requests.withdraw', {
    input: ({ id }: ProjectRequest) => ({ params: { id }, body: {} }),
    onSuccess: (_answer, request) => toast(`The invitation of ${nameOf(request)} was taken back.`, 'success'),
    onError: (error) => toast(errorText(error, 'Failed to take the invitation back. Please try again.'), 'error'),
    // The person, or somebody else of the team, was quicker.
    isStaleAfter: (error) => isApiError(error) && error.status === 409,
  })

/** Puts the answer date of a request off. The dialog reports errors. */
export const useProlong = () =>
  useCall('requests.prolong', {
    input: ({ request, reason }: { request: ProjectRequest; reason: string }) => ({
      params: { id: request.id },
      body: { reason },
    }),
    onSuccess: () => toast('The answer date moved by seven days.', 'success'),
    // Somebody else was quicker.
    isStaleAfter: (error) => isApiError(error) && error.status === 409,
  })
