import { useQueryClient } from '@tanstack/react-query'
import type { CreatorApplication } from '../../../shared/contract/index.ts'
import type { AnswerOf } from '../../data/operations.ts'
import { everyInput, withData } from '../../data/query.ts'
import { useCall } from '../../data/use-call.ts'
import { errorText } from '../../lib/query-client.ts'
import { toast } from '../../lib/toast.ts'

/** Invites an address; the waitlist shows it at the next look. */
export const useCreateInvitation = () =>
  useCall('waitlist.createInvitation', {
    input: (email: string) => ({ body: { email } }),
    // After a failure too: the address may be invited although its mail could not be sent.
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
      // After a failure too: somebody else may have decided meanwhile.
      isStaleAfter: () => true,
      isReloadAwaited: true,
    },
  )
}
