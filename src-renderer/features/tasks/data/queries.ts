import { keepPreviousData } from '@tanstack/react-query'
import { PAGE_SIZE_MAX } from '#shared/contract/index.ts'
import type { BacklogSort } from '#shared/contract/task.ts'
import { dataOf, query } from '#data/query.ts'
import { today } from '#lib/format.ts'
import type { MoreFilters } from './more-filters.ts'

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

/** Rows on a page of the backlog. Each is drawn as a whole: a hundred of them held up every press and key for a third of a second. */
export const BACKLOG_PAGE = 50

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

/** Whom the guest of a task can name with @. */
export const peopleOfTaskQuery = (taskID: string, isWanted: boolean) =>
  query('comments.people', { params: { id: taskID }, query: {} }, { select: dataOf, enabled: isWanted })

/** The files that are attached to a task, which its guest may read; asked only where the server has claims. */
export const taskFilesQuery = (taskID: string, isWanted: boolean) =>
  query('files.listOfTask', { params: { id: taskID } }, { select: dataOf, enabled: isWanted })

type BacklogOf = { projectID: string; page: number; sort: BacklogSort; direction: 'asc' | 'desc' }
type BacklogFilters = MoreFilters & { q: string; assignee: string; status: number | null; stage: number | null }
/** One page of the backlog as the server sorts it, over all pages, and as far as it fits the filters of the screen. */
export const backlogQuery = (
  { projectID, page, sort, direction }: BacklogOf,
  { q, assignee, status, stage, label, priority, due, blocked }: BacklogFilters,
  isWanted: boolean,
) =>
  query(
    'tasks.backlog',
    {
      params: { id: projectID },
      query: {
        page,
        limit: BACKLOG_PAGE,
        sort,
        direction,
        ...(q && { q }),
        ...(assignee && { assignee }),
        ...(status !== null && { status }),
        ...(stage !== null && { stage }),
        ...(label !== null && { label }),
        ...(priority !== null && { priority }),
        ...(due !== null && { due, today: today() }),
        ...(blocked && { blocked: 'true' }),
      },
    },
    { enabled: isWanted, placeholderData: keepPreviousData },
  )

/** The task of that number, which a board that is cut off may not have; undefined where there is none. */
export const taskByNumberQuery = (projectID: string, number: string | null, isWanted: boolean) =>
  query(
    'tasks.backlog',
    { params: { id: projectID }, query: { number: Number(number), limit: 1 } },
    { select: ({ data }) => data[0], enabled: isWanted },
  )

export const TRASH_PAGE = 20
/** One page of the project's deleted tasks, last deleted first. */
export const trashQuery = (projectID: string, page: number, q = '', limit = TRASH_PAGE) =>
  query(
    'tasks.trash',
    { params: { id: projectID }, query: { page, limit, ...(q && { q }) } },
    { placeholderData: keepPreviousData },
  )
