import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { Task } from '#shared/contract/index.ts'
import { USUAL_CURRENCY } from '#shared/contract/currency.ts'
import type { OfferBody } from '#shared/contract/offers.ts'
import { skillsList } from '#shared/rules/skills.ts'
import { projectQuery } from '#data/projects.ts'
import { taskQuery } from '#data/tasks.ts'
import { sayDone } from '#data/undo.ts'
import { keepOwnAct } from '#data/undo-log.ts'
import { markStale, useCall } from '#data/use-call.ts'
import { api } from '#lib/api.ts'
import { asSentence, errorText } from '#lib/query-client.ts'
import { toast } from '#lib/toast.ts'
import { bodyOfOffer } from './offer-form.ts'

type ProjectTerms = { projectSkills: readonly string[]; currency: string; isKnown: boolean }
/** What a form about an offer needs to know of its project. */
export const useOfferTerms = (projectID: string, isWanted = true): ProjectTerms => {
  const { data } = useQuery({ ...projectQuery(projectID), enabled: isWanted })
  const currency = data?.currency ?? USUAL_CURRENCY
  return { projectSkills: skillsList(data?.skills ?? ''), currency, isKnown: data !== undefined }
}

/** Sets the offer of a task; `version` is that of the offer that the form has shown. */
export const useSetOffer = ({ id, projectID }: Task) => {
  const client = useQueryClient()
  return useCall('offers.set', {
    input: (body: OfferBody) => ({ params: { id }, body }),
    onSuccess: ({ data: { offer } }) => {
      const { queryKey } = taskQuery(client, projectID, id)
      client.setQueryData(queryKey, (known) => known && { data: { ...known.data, offer } })
      toast('The reward is set.', 'success')
    },
    isStaleAfter: () => true,
  })
}

/** Closes the offer of a task, which can be undone: it is set again as it was, unless somebody has set another one since. */
export const useCloseOffer = (
  { id, projectID, offer }: Task,
  projectSkills: readonly string[],
  onClosed: () => void,
) => {
  const client = useQueryClient()
  return useCall('offers.close', {
    input: () => ({ params: { id } }),
    onSuccess: () => {
      onClosed()
      if (!offer) return
      const body = { ...bodyOfOffer(offer, projectSkills), version: offer.version + 1 }
      keepOwnAct(async () => {
        await api.offers.set({ params: { id }, body })
        await markStale(client, 'offers.set', { projectID, taskID: id })
      })
      sayDone(client, 'The offer is closed.')
    },
    onError: (error) => toast(asSentence(errorText(error, 'Failed to close the offer')), 'error'),
    isStaleAfter: () => true,
  })
}
