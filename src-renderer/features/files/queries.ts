import { keepPreviousData } from '@tanstack/react-query'
import type { ProjectFile } from '#shared/contract/index.ts'
import { dataOf, query } from '#data/query.ts'

const FILES_PER_PAGE = 20

/** One page of a project's files, newest first. The old page stays on the screen until the new one has arrived. */
export const filesQuery = (projectID: string, page: number) =>
  query(
    'files.list',
    { params: { id: projectID }, query: { page, limit: FILES_PER_PAGE } },
    { placeholderData: keepPreviousData },
  )

/** What of a file is shown; files do not change. */
export const previewQuery = ({ id, projectID }: Pick<ProjectFile, 'id' | 'projectID'>) =>
  query(
    'files.preview',
    { params: { id: projectID, fileId: id } },
    { select: dataOf, staleTime: Infinity, refetchOnReconnect: false },
  )
