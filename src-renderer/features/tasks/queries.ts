import { keepPreviousData } from '@tanstack/react-query'
import { PAGE_SIZE_MAX } from '../../../shared/contract/index.ts'
import { dataOf, query } from '../../data/query.ts'

/** The number of people suggested before anything is typed. */
const SUGGESTED_ASSIGNEES = 5

/** Members whom a task can be given to, by the typed text, or the first few of all. For owners and admins only. */
export const assigneesQuery = (id: string, typed: string) => {
  const text = typed.trim()
  return query(
    text ? 'memberships.search' : 'memberships.suggestions',
    text ? { params: { id, query: text }, query: {} } : { params: { id }, query: {} },
    {
      select: text ? dataOf : ({ data }) => data.slice(0, SUGGESTED_ASSIGNEES),
      placeholderData: keepPreviousData,
    },
  )
}

/** How the viewer follows a task; asked only where the server has an inbox. */
export const followingQuery = (taskID: string, isWanted: boolean) =>
  query('notifications.following', { params: { id: taskID } }, { select: dataOf, enabled: isWanted })

/** The project's labels, by name; asked only where the server knows labels. */
export const labelsQuery = (projectID: string, isWanted: boolean) =>
  query('labels.list', { params: { id: projectID } }, { select: dataOf, enabled: isWanted })

/** The newest files of the project, as many as one call answers. */
export const newestFilesQuery = (projectID: string, isWanted: boolean) =>
  query(
    'files.list',
    { params: { id: projectID }, query: { page: 1, limit: PAGE_SIZE_MAX } },
    { select: dataOf, enabled: isWanted },
  )

export const TRASH_PAGE = 20
/** One page of the project's deleted tasks, last deleted first. */
export const trashQuery = (projectID: string, page: number) =>
  query(
    'tasks.trash',
    { params: { id: projectID }, query: { page, limit: TRASH_PAGE } },
    { placeholderData: keepPreviousData },
  )
