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
    // The address may be invited though its mail could not be sent.
    isStaleAfter: () => true,
    isReloadAwaited: true,
  })

type Decision = { application: CreatorApplication; isApproved: boolean; reason?: string | undefined }
type Page = AnswerOf<'creatorApplications.list'>

/**
 * Approves or rejects. The row changes here at once when the server has agreed, and the list is fetched again, so that a
 * filter that it no longer fits lets it go.
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
      // Somebody else may have decided meanwhile.
      isStaleAfter: () => true,
      isReloadAwaited: true,
    },
  )
}
