import { keepPreviousData } from '@tanstack/react-query'
import { dataOf, query } from '../../data/query.ts'

/** So many people are suggested before anything is typed. */
const SUGGESTED_ASSIGNEES = 5

/** Members that a task can be given to; the first few of all while nothing is typed. For owners and admins. */
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
