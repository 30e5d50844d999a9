import { useQueryClient } from '@tanstack/react-query'
import type { PrivateLabel, ProjectRequest, RejectionReason } from '#shared/contract/index.ts'
import { requestStatus } from '#shared/rules/statuses.ts'
import { withData } from '#data/query.ts'
import { useCall } from '#data/use-call.ts'
import { isApiError } from '#lib/api.ts'
import { errorText } from '#lib/query-client.ts'
import { toast } from '#lib/toast.ts'
import { answeredText } from '../data/mutations.ts'
import { projectRequestsQuery } from '../data/queries.ts'
import { notesQuery } from './queries.ts'

export type Verdict = { accept: boolean; reason?: RejectionReason | undefined; text?: string | undefined }

/** Whether the failure says that somebody else was quicker: its message says who, and what they did. */
export const isOvertaken = (error: unknown): boolean => isApiError(error) && error.status === 409

const bodyOf = ({ accept, reason, text }: Verdict) => ({ accept, ...(reason && { reason }), ...(text && { text }) })

/** Puts changed applications into the list that is on the screen. */
const useChangeList = (projectID: string) => {
  const client = useQueryClient()
  const { queryKey } = projectRequestsQuery(projectID, 'received')
  return (change: (request: ProjectRequest) => ProjectRequest) =>
    client.setQueryData(queryKey, (answer) => withData(answer, (requests) => requests.map(change)))
}

/** Approves or rejects one application. The screens that ask for a reason report its errors themselves (`isQuiet`). */
export const useDecide = (projectID: string, { isQuiet = false } = {}) => {
  const changeList = useChangeList(projectID)
  return useCall('memberships.answerById', {
    input: ({ request, ...verdict }: Verdict & { request: ProjectRequest }) => ({
      params: { projectId: projectID },
      body: { requestId: request.id, ...bodyOf(verdict) },
    }),
    onSuccess: (_answer, { request, accept }) => {
      toast(answeredText(request, accept), 'success')
      const status = accept ? requestStatus.approved : requestStatus.rejected
      changeList((one) => (one.id === request.id ? { ...one, status } : one))
    },
    onError: (error, { accept }) => {
      if (isQuiet) return
      const failed = `Failed to ${accept ? 'accept' : 'reject'} request. Please try again.`
      toast(isOvertaken(error) ? errorText(error, failed) : failed, 'error')
    },
    sameWhen: ({ request }) => request.id,
    // After a refusal the list is read again: somebody else may have answered the request, or it was withdrawn.
    isStaleAfter: () => true,
  })
}

/** Approves or rejects several; the answer says of each whether it was done. The bar reports errors. */
export const useDecideMany = (projectID: string) =>
  useCall('requests.decide', {
    input: ({ ids, ...verdict }: Verdict & { ids: readonly string[] }) => ({
      params: { id: projectID },
      body: { ids: [...ids], ...bodyOf(verdict) },
    }),
    isStaleAfter: () => true,
  })

/** Makes a rejected application pending again. */
export const useReopen = () =>
  useCall('requests.reopen', {
    input: ({ id }: Pick<ProjectRequest, 'id'>) => ({ params: { id }, body: {} }),
    onSuccess: () => toast('The application waits for an answer again.', 'success'),
    onError: (error) => toast(errorText(error, 'Failed to reopen the application. Please try again.'), 'error'),
    isStaleAfter: () => true,
  })

/**
 * Sets the private label, which the list shows at once and takes back when it could not be saved. A list that is being
 * read in the meantime may still say the old label, so that it is shown again, and such a reading begins again.
 */
export const useSetLabel = (projectID: string) => {
  const client = useQueryClient()
  const changeList = useChangeList(projectID)
  const { queryKey } = projectRequestsQuery(projectID, 'received')
  const show = (id: string, label: PrivateLabel) => changeList((one) => (one.id === id ? { ...one, label } : one))
  return useCall('requests.setLabel', {
    input: ({ request, label }: { request: Pick<ProjectRequest, 'id' | 'label'>; label: PrivateLabel }) => ({
      params: { id: request.id },
      body: { label },
    }),
    onMutate: ({ request, label }) => void show(request.id, label),
    onSuccess: (_answer, { request, label }) => void show(request.id, label),
    onError: (error, { request }) => {
      show(request.id, request.label)
      toast(errorText(error, 'Failed to set the label. Please try again.'), 'error')
    },
    sameWhen: ({ request, label }) => `${request.id} ${label}`,
    // One after the other, so that the last press counts.
    scope: { id: 'private labels' },
    refetch: () => (client.isFetching({ queryKey }) > 0 ? 'active' : 'none'),
  })
}

/**
 * Saves the private notes. The field reports errors and keeps what was typed. `onSaved` hears of a success although the
 * editor may have gone in the meantime: its draft outlives it.
 */
export const useSaveNotes = (requestID: string, onSaved: (saved: { text: string; version: number }) => void) => {
  const client = useQueryClient()
  return useCall('requests.saveNotes', {
    input: ({ text, version }: { text: string; version: number }) => ({
      params: { id: requestID },
      body: { text, version },
    }),
    onSuccess: (answer, { text }) => {
      client.setQueryData(notesQuery(requestID).queryKey, answer)
      onSaved({ text, version: answer.data.version })
    },
  })
}
