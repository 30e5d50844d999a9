import { cut } from '#shared/rules/cut.ts'
import type { MarketSearch } from '#shared/contract/index.ts'
import { activeFilters, isNarrowed, marketAddress, type MarketFilters, sortChoices } from './market-filters.ts'

type Search = Pick<MarketFilters, 'q' | 'level' | 'skills' | 'hours' | 'pay' | 'sort'>

/** What the market's call takes of the filters; only what is set. */
export const searchOf = ({ q, level, skills, hours, pay, sort }: Search): MarketSearch => ({
  ...(q.trim() && { q: q.trim() }),
  ...(level && { skillLevel: level }),
  ...(skills.trim() && { skills }),
  ...(hours && { maxHours: hours }),
  ...(pay && { minBudget: pay }),
  ...(sort && { sort }),
})

/** The market's filters of a saved search. Hours and pay that this release does not offer are left out. */
export const filtersOf = ({ q, skillLevel, skills, maxHours, minBudget, sort }: MarketSearch): MarketFilters => {
  const params = { q, level: skillLevel, skills, hours: maxHours, pay: minBudget, sort }
  const written = Object.entries(params).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, String(value)] as [string, string]],
  )
  return marketAddress.read(new URLSearchParams(written))
}

/** Whether both look for the same, on whatever page. */
export const isSameSearch = (one: MarketFilters, other: MarketFilters): boolean =>
  marketAddress.write({ ...one, page: 1 }) === marketAddress.write({ ...other, page: 1 })

/** Whether there is something to save: a search for all projects in their usual order is none. */
export const isWorthSaving = (filters: MarketFilters): boolean =>
  !filters.saved && (isNarrowed(filters) || filters.sort !== null)

/** A name that says what a search looks for, at most `max` characters. */
export const nameFor = (filters: MarketFilters, max: number): string => {
  const order = sortChoices.find(({ value }) => value === filters.sort)
  const parts = [filters.q.trim(), ...activeFilters(filters).map(({ label }) => label)].filter(Boolean)
  return cut(parts.length > 0 ? parts.join(', ') : `By ${order?.label.toLowerCase() ?? ''}`, max)
}
