import { keepPreviousData } from '@tanstack/react-query'
import { query } from '../../data/query.ts'

const FILES_PER_PAGE = 20

/** One page of a project's files, newest first. The page before stays on screen until the next one has come. */
export const filesQuery = (projectID: string, page: number) =>
  query(
    'files.list',
    { params: { id: projectID }, query: { page, limit: FILES_PER_PAGE } },
    { placeholderData: keepPreviousData },
  )
