import { type QueryKey, useQueryClient } from '@tanstack/react-query'
import type { CreatorApplication } from '../../../shared/contract/index.ts'
import { api } from '../../lib/api.ts'
import { errorText } from '../../lib/query-client.ts'
import { toast } from '../../lib/toast.ts'
import { useWrite } from '../../lib/use-write.ts'

/** Invites an address; the waitlist shows it at the next look. */
export const useCreateInvitation = () => {
  const client = useQueryClient()
  return useWrite({
    mutationFn: async (email: string) => (await api.waitlist.createInvitation({ body: { email } })).data,
    // Also after a failure: the address may be invited though its mail could not be sent.
    onSettled: () => client.invalidateQueries({ queryKey: ['admin', 'waitlist'] }),
  })
}

type Decision = { application: CreatorApplication; isApproved: boolean; reason?: string | undefined }
type Page = { data: CreatorApplication[] }

/**
 * Approves or rejects. The row changes here at once when the server has agreed, and the list is fetched again, so that a
 * filter that it no longer fits lets it go.
 */
export const useDecide = () => {
  const client = useQueryClient()
  const everyPage: QueryKey = ['admin', 'applications']
  return useWrite({
    sameWhen: ({ application }) => application.id,
    mutationFn: async ({ application: { id }, isApproved, reason }: Decision) =>
      isApproved
        ? (await api.creatorApplications.approve({ params: { id }, body: {} })).data
        : (await api.creatorApplications.reject({ params: { id }, body: reason ? { reason } : {} })).data,
    onSuccess: (decided, { isApproved }) => {
      client.setQueriesData<Page>(
        { queryKey: everyPage },
        (page) => page && { ...page, data: page.data.map((one) => (one.id === decided.id ? decided : one)) },
      )
      toast(
        isApproved
          ? 'Application approved successfully! User can now create projects.'
          : 'Application rejected. User will need to apply again in the future.',
        'success',
      )
    },
    onError: (error) => toast(errorText(error, 'Failed to approve/reject application'), 'error'),
    // Also after a refusal: somebody else may have decided meanwhile.
    onSettled: () => client.invalidateQueries({ queryKey: everyPage }),
  })
}
