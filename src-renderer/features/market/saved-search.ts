import { cut } from '#shared/rules/cut.ts'
import type { MarketSearch } from '#shared/contract/index.ts'
import type { TaskSearch } from '#shared/contract/saved.ts'
import { activeFilters, isNarrowed, marketAddress, type MarketFilters, sortChoices } from './market-filters.ts'

import { listQueryOf, openTaskAddress, type OpenTaskFilters, setFilters, taskSortChoices } from './open-task-filters.ts'

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

/** What a saved search of open tasks looks for; only what is set. */
export const taskSearchOf = (filters: OpenTaskFilters): TaskSearch => {
  const { q, skill, minCents, maxHours, mode, sort } = listQueryOf(filters)
  const said = { q, skill, minCents, maxHours, mode, sort, forMe: filters.forMe || undefined }
  return Object.fromEntries(Object.entries(said).filter(([, value]) => value !== undefined))
}

/** The view's filters of a saved search; a reward and hours that this release does not offer are left out. */
export const taskFiltersOf = ({ q, skill, minCents, maxHours, mode, forMe, sort }: TaskSearch): OpenTaskFilters => {
  const params = { view: 'tasks', q, skill, reward: minCents, hours: maxHours, mode, forMe: forMe && '', sort }
  const written = Object.entries(params).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, String(value)] as [string, string]],
  )
  return openTaskAddress.read(new URLSearchParams(written))
}

const writtenTasks = (filters: OpenTaskFilters) =>
  openTaskAddress.write({ ...filters, q: filters.q.trim(), skill: filters.skill.trim(), view: 'tasks' })
/** Whether both look for the same open tasks. */
export const isSameTaskSearch = (one: OpenTaskFilters, other: OpenTaskFilters): boolean =>
  writtenTasks(one) === writtenTasks(other)

/** Whether there is something to save. Saved tasks, and those of one project, are lists of their own. */
export const isTaskSearchWorthSaving = (filters: OpenTaskFilters): boolean =>
  !filters.saved && !filters.project && Object.keys(taskSearchOf(filters)).length > 0

/** A name that says which open tasks are looked for, at most `max` characters. */
export const taskSearchName = (filters: OpenTaskFilters, max: number): string => {
  const order = taskSortChoices.find(({ value }) => value === filters.sort)
  const parts = [filters.q.trim(), ...setFilters(filters).map(({ label }) => label)].filter(Boolean)
  return cut(parts.length > 0 ? parts.join(', ') : `By ${order?.label.toLowerCase() ?? ''}`, max)
}
