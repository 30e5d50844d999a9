import { useMemo } from 'react'
import { useNavigate, useSearchParams } from 'react-router-dom'
import { paths } from '../../lib/paths.ts'
import { readFilters, type TalentFilters, writeFilters } from './talent-filters.ts'

export type ChangeFilters = (next: Partial<TalentFilters>, options?: { replace?: boolean }) => void

/** The directory's filters, kept in the address so that back, reload and sharing work. */
export const useTalentFilters = () => {
  const [params] = useSearchParams()
  const navigate = useNavigate()
  const filters = useMemo(() => readFilters(params), [params])
  const hrefOf = (change: Partial<TalentFilters>) => paths.talent() + writeFilters({ ...filters, page: 1, ...change })
  /** Any change leads back to the first page unless it names one. `replace`: no step of its own in the history. */
  const change: ChangeFilters = (next, options = {}) =>
    void navigate(hrefOf(next), { ...options, preventScrollReset: next.page === undefined })
  return { filters, hrefOf, change }
}
