import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'

const FILES_PER_PAGE = 20

/** Everything about a project's files, whichever page. */
export const filesKey = (projectId: string) => ['project', projectId, 'files'] as const

/** One page of a project's files, newest first. The page before stays on screen until the next one has come. */
export const filesQuery = (projectId: string, page: number) =>
  queryOptions({
    queryKey: [...filesKey(projectId), page] as const,
    queryFn: ({ signal }) =>
      api.files.list({ params: { id: projectId }, query: { page, limit: FILES_PER_PAGE } }, { signal }),
    placeholderData: keepPreviousData,
  })
