import { keepPreviousData } from '@tanstack/react-query'
import { PAGE_SIZE_MAX } from '../../../shared/contract/index.ts'
import { query } from '../../data/query.ts'
import { api } from '../../lib/api.ts'
import { hasFilter, talentAddress, type TalentFilters } from './talent-filters.ts'
import { filterHere, isMismatch } from './talent-match.ts'

/** Pages read at most from a host that has to be filtered here; more would cost it and the reader too much. */
const HOST_PAGES_MAX = 20

/** Everybody a host lists, as far as that is reasonable. */
const everybodyQuery = () =>
  query(
    'people.talents',
    { query: { limit: PAGE_SIZE_MAX } },
    {
      queryFn: async ({ signal }) => {
        const pageAt = (page: number) => api.people.talents({ query: { page, limit: PAGE_SIZE_MAX } }, { signal })
        const { talents, pagination } = await pageAt(1)
        const all = [...talents]
        for (let page = 2; page <= Math.min(pagination.totalPages, HOST_PAGES_MAX); page += 1)
          all.push(...(await pageAt(page)).talents)
        return { talents: all, pagination }
      },
    },
  )

/**
 * One page of the directory. The server filters and pages; a host that knows only pages is filtered here, ten on a
 * page. The page before stays on screen until the next one has come.
 */
export const talentsQuery = (filters: TalentFilters) => {
  const { page, level, industry } = filters
  const q = filters.q.trim()
  const input = { query: { page, ...(q && { q }), ...(level && { skillLevel: level }), ...(industry && { industry }) } }
  return query('people.talents', input, {
    queryFn: async ({ client, signal }) => {
      const answer = await api.people.talents(input, { signal })
      const isUnfiltered = hasFilter(filters) && answer.talents.some((talent) => isMismatch(talent, filters))
      return isUnfiltered ? filterHere((await client.fetchQuery(everybodyQuery())).talents, filters) : answer
    },
    placeholderData: keepPreviousData,
  })
}

/** What the directory at this address begins with. */
export const talentsQueryAt = ({ searchParams }: URL) => talentsQuery(talentAddress.read(searchParams))
