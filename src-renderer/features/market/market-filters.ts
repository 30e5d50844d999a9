import { type MarketSort, marketSorts, SKILLS_FILTER_MAX, skillLevels } from '#shared/contract/index.ts'
import { USUAL_CURRENCY } from '#shared/contract/currency.ts'
import { budgetText } from '#lib/amounts.ts'
import { marketSkills, skillsList } from '#shared/rules/skills.ts'
import { skillLevelLabels } from '#shared/rules/tiers.ts'
import { addressState, always, flag, oneOf, pageNumber, text } from '#lib/address-state.ts'

export const QUERY_MAX = 200

export const savedSearches = marketSkills

/** The most hours a week, and the least pay in dollars, that one can choose. */
const hours = [5, 10, 20, 30] as const
const pay = [250, 500, 1_000, 2_500, 5_000, 10_000] as const

/** The filters in the market's address, and those that no call takes yet. */
export const marketAddress = addressState({
  q: text(QUERY_MAX),
  level: oneOf(skillLevels, null),
  /** Skills that a project must name, separated by commas. */
  skills: text(SKILLS_FILTER_MAX),
  hours: oneOf(hours, null),
  pay: oneOf(pay, null),
  saved: flag,
  /** Null for the list's own order: newest first, or the best match of a search. */
  sort: oneOf(marketSorts, null),
  page: pageNumber,
  // These filters keep their defaults and are not sent or shown, because no call takes them yet. The budget that one
  // chooses is `pay`.
  budget: always<readonly [min: number, max: number]>([0, 10_000]),
  /** The range of days. */
  duration: always<readonly [min: number, max: number]>([1, 180]),
  rating: always(5),
})
export type MarketFilters = typeof marketAddress.plain

export const hoursChoices = hours.map((value) => ({ value, label: `Up to ${value} hours a week` }))
export const payChoices = pay.map((value) => ({ value, label: `${budgetText(String(value), USUAL_CURRENCY)} or more` }))
const labelOf = <T>(choices: ReadonlyArray<{ value: T; label: string }>, wanted: T) =>
  choices.find(({ value }) => value === wanted)?.label ?? ''

const sortLabels: Readonly<Record<MarketSort, string>> = {
  newest: 'Newest',
  deadline: 'Deadline',
  budget: 'Budget',
  answers: 'Answers fastest',
}
export const sortChoices = marketSorts.map((value) => ({ value, label: sortLabels[value] }))

export type ActiveFilter = { label: string; without: Partial<MarketFilters> }

/** The filters that are set, each in words and with what takes it away; the search box shows its words itself. */
export const activeFilters = (filters: MarketFilters): ActiveFilter[] => [
  ...(filters.level ? [{ label: skillLevelLabels[filters.level], without: { level: null } }] : []),
  ...skillsList(filters.skills).map((skill, at, all) => ({
    label: skill,
    without: { skills: all.filter((_, other) => other !== at).join(',') },
  })),
  ...(filters.hours ? [{ label: labelOf(hoursChoices, filters.hours), without: { hours: null } }] : []),
  ...(filters.pay ? [{ label: labelOf(payChoices, filters.pay), without: { pay: null } }] : []),
  ...(filters.saved ? [{ label: 'Saved', without: { saved: false } }] : []),
]

/** What takes away the filters and leaves words and sort. */
export const withoutFilters: Partial<MarketFilters> = { level: null, skills: '', hours: null, pay: null, saved: false }

/** Whether anything narrows the list. */
export const isNarrowed = (filters: MarketFilters): boolean =>
  filters.q.trim() !== '' || activeFilters(filters).length > 0
