import { useMemo } from 'react'
import { useNavigate, useSearchParams } from 'react-router-dom'
import { paths } from '../../lib/paths.ts'
import { type MarketFilters, readFilters, writeFilters } from './market-filters.ts'

/** The market's filters, kept in the address so that back, reload and sharing work. */
export const useMarketFilters = () => {
  const [params] = useSearchParams()
  const navigate = useNavigate()
  const filters = useMemo(() => readFilters(params), [params])
  const hrefOf = (change: Partial<MarketFilters>) => paths.market() + writeFilters({ ...filters, page: 1, ...change })
  /** Any change leads back to the first page unless it names one. `replace`: no step of its own in the history. */
  const change = (next: Partial<MarketFilters>, options: { replace?: boolean } = {}) =>
    void navigate(hrefOf(next), { ...options, preventScrollReset: next.page === undefined })
  return { filters, hrefOf, change }
}
