import { keepPreviousData } from '@tanstack/react-query'
import { PAGE_SIZE_MAX } from '#shared/contract/index.ts'
import { query } from '#data/query.ts'
import { api } from '#lib/api.ts'
import { hasFilter, talentAddress, type TalentFilters } from './talent-filters.ts'
import { filterHere, isMismatch } from './talent-match.ts'

/** The most pages read from a server whose answers are filtered here: more would take too long. */
const HOST_PAGES_MAX = 20

/** Everybody whom the server lists, up to HOST_PAGES_MAX pages. */
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
 * One page of the directory. Our server filters and divides into pages; the answers of a server that does not filter
 * are filtered here. The old page stays on the screen until the new one has arrived.
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

/** The first query of the directory at this address. */
export const talentsQueryAt = ({ searchParams }: URL) => talentsQuery(talentAddress.read(searchParams))
