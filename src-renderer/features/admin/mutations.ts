import { useQueryClient } from '@tanstack/react-query'
import type { CreatorApplication, WaitlistUser, Wish } from '#shared/contract/index.ts'
import type { AdministeredPerson } from '#shared/contract/administration.ts'
import { personText } from '#shared/rules/person.ts'
import type { AnswerOf, InputOf } from '#data/operations.ts'
import { everyInput, withData } from '#data/query.ts'
import { useCall } from '#data/use-call.ts'
import { errorText } from '#lib/query-client.ts'
import { toast } from '#lib/toast.ts'

/** Invites an address; the waitlist shows it at the next look. */
export const useCreateInvitation = () =>
  useCall('waitlist.createInvitation', {
    input: (email: string) => ({ body: { email } }),
    // After a failure too: the address may be invited although its mail could not be sent.
    isStaleAfter: () => true,
    isReloadAwaited: true,
  })

/** Lets in an address that a project wants: its mail leaves, and the waitlist shows it. */
export const useLetIn = () =>
  useCall('waitlist.createInvitation', {
    sameWhen: (email) => email,
    input: (email: string) => ({ body: { email } }),
    onSuccess: (_, email) => void toast(`${email} is let in; the mail with their invitation leaves now.`, 'success'),
    onError: (error) => void toast(errorText(error, 'Failed to let the address in'), 'error'),
    isStaleAfter: () => true,
    isReloadAwaited: true,
  })

/**
 * Invites an address of a list. One whose link is on its way keeps it, so that the same list can be sent twice; who sends
 * the list reads the waitlist again after the last address.
 */
export const useInviteUnlessInvited = () =>
  useCall('waitlist.createInvitation', {
    sameWhen: (email) => email,
    input: (email: string) => ({ body: { email, unlessInvited: true } }),
    refetch: 'none',
  })

/** Invites the next on the waitlist: everybody, or those with a wish. The answer names who was invited. */
export const useInviteNext = () =>
  useCall('waitlist.inviteNext', {
    input: (want: Wish | null) => ({ body: { count: 25, ...(want && { want }) } }),
    onError: (error) => void toast(errorText(error, 'The next on the waitlist could not be invited'), 'error'),
    isStaleAfter: () => true,
  })

/** Takes an address off the waitlist; the list is read again, also after a failure: somebody may have been quicker. */
export const useRemoveFromWaitlist = () =>
  useCall('waitlist.remove', {
    sameWhen: ({ id }) => id,
    input: ({ id }: WaitlistUser) => ({ params: { id } }),
    onSuccess: (_, { email }) => void toast(`${email} was removed from the waitlist`, 'success'),
    onError: (error) => void toast(errorText(error, 'Failed to remove the address from the waitlist'), 'error'),
    isStaleAfter: () => true,
    isReloadAwaited: true,
  })

type Decision = { application: CreatorApplication; isApproved: boolean; reason?: string | undefined }
type Page = AnswerOf<'creatorApplications.list'>

/**
 * Approves or rejects a creator application. The row changes as soon as the server has agreed, and the list is read
 * again, because the row may no longer fit the filter.
 */
export const useDecide = () => {
  const client = useQueryClient()
  return useCall(
    ({ isApproved }: Decision) => (isApproved ? 'creatorApplications.approve' : 'creatorApplications.reject'),
    {
      sameWhen: ({ application }) => application.id,
      input: ({ application: { id }, isApproved, reason }) => ({
        params: { id },
        body: !isApproved && reason ? { reason } : {},
      }),
      onSuccess: ({ data: decided }, { isApproved }) => {
        client.setQueriesData<Page>(everyInput('creatorApplications.list'), (page) =>
          withData(page, (rows) => rows.map((one) => (one.id === decided.id ? decided : one))),
        )
        toast(
          isApproved
            ? 'Application approved successfully! User can now create projects.'
            : 'Application rejected. User will need to apply again in the future.',
          'success',
        )
      },
      onError: (error) => toast(errorText(error, 'Failed to approve/reject application'), 'error'),
      // After a failure too: somebody else may have decided in the meantime.
      isStaleAfter: () => true,
      isReloadAwaited: true,
    },
  )
}

export type PersonAct =
  | { verb: 'suspend'; person: AdministeredPerson; reason: string }
  | { verb: 'restore' | 'signOut' | 'revokeAdmin'; person: AdministeredPerson }

const doneText = {
  suspend: (name: string) => `${name} is suspended`,
  restore: (name: string) => `${name} can sign in again`,
  signOut: (name: string) => `${name} is signed out everywhere`,
  revokeAdmin: (name: string) => `${name} is no longer an administrator`,
} as const
const operationOf = {
  suspend: 'administration.suspend',
  restore: 'administration.restore',
  signOut: 'administration.signOut',
  revokeAdmin: 'administration.revokeAdmin',
} as const

/** Acts on a person; the list is read again, also after a failure: another administrator may have been first. */
export const useActOnPerson = () =>
  useCall(({ verb }: PersonAct) => operationOf[verb], {
    sameWhen: ({ person }) => person.id,
    input: (act) =>
      ({
        params: { id: act.person.id },
        body: act.verb === 'suspend' ? { reason: act.reason } : {},
      }) as InputOf<'administration.suspend'>,
    onSuccess: (_, { verb, person }) => void toast(doneText[verb](personText(person)), 'success'),
    onError: (error) => void toast(errorText(error, 'This could not be done'), 'error'),
    isStaleAfter: () => true,
    isReloadAwaited: true,
  })
