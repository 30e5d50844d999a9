import { useQueryClient } from '@tanstack/react-query'
import type { MarketSearch, SavedSearch } from '#shared/contract/index.ts'
import type { SearchKind, TaskSearch } from '#shared/contract/saved.ts'
import { useCall } from '#data/use-call.ts'
import { withData } from '#data/query.ts'
import { errorText } from '#lib/query-client.ts'
import { toast } from '#lib/toast.ts'
import { savedSearchesQuery } from './queries.ts'

const useWriting = (kind: SearchKind) => {
  const client = useQueryClient()
  return (change: (searches: SavedSearch[]) => SavedSearch[]) =>
    client.setQueryData(savedSearchesQuery(kind).queryKey, (answer) => withData(answer, change))
}

/** What a search of either kind looks for. */
export type SoughtFor = { search: MarketSearch } | { tasks: TaskSearch }

/** Saves a search; its dialog reports errors. */
export const useCreateSearch = (kind: SearchKind) => {
  const write = useWriting(kind)
  return useCall('savedSearches.create', {
    input: (body: { name: string } & SoughtFor) => ({ body }),
    onSuccess: ({ data }) => {
      write((searches) => [...searches, data])
      toast('Search saved.', 'success')
    },
  })
}

/** What a person reads when a rename fails and the server does not say why. */
export const renameFailure = 'Failed to change the saved search. Please try again.'

/** Renames a search. Its dialog reports a failure while `isShown` says that it is open; otherwise a toast does. */
export const useRenameSearch = (kind: SearchKind, isShown: () => boolean) => {
  const write = useWriting(kind)
  return useCall('savedSearches.update', {
    input: ({ id, name }: { id: string; name: string }) => ({ params: { id }, body: { name } }),
    sameWhen: ({ id, name }) => `${id} ${name}`,
    onSuccess: (_answer, { id, name }) => {
      write((searches) => searches.map((one) => (one.id === id ? { ...one, name } : one)))
    },
    onError: (error) => {
      if (!isShown()) toast(errorText(error, renameFailure), 'error')
    },
  })
}

/** Notes that the person looks at what a search finds. A failure is no matter: the number stays until the next look. */
export const useSeenSearch = (kind: SearchKind) => {
  const write = useWriting(kind)
  return useCall('savedSearches.update', {
    input: (id: string) => ({ params: { id }, body: { isSeen: true } }),
    sameWhen: (id) => id,
    onMutate: (id) => {
      write((searches) => searches.map((one) => (one.id === id ? { ...one, newHits: 0 } : one)))
    },
    refetch: 'none',
  })
}

export const useRemoveSearch = (kind: SearchKind) => {
  const write = useWriting(kind)
  return useCall('savedSearches.remove', {
    input: (id: string) => ({ params: { id } }),
    sameWhen: (id) => id,
    onSuccess: (_answer, id) => {
      write((searches) => searches.filter((one) => one.id !== id))
    },
    onError: (error) => toast(errorText(error, 'Failed to delete the saved search. Please try again.'), 'error'),
  })
}
