import { openTaskModes, type OpenTaskMode, type OpenTaskSort, openTaskSorts } from '#shared/contract/open-tasks.ts'
import { USUAL_CURRENCY } from '#shared/contract/currency.ts'
import { shortReward } from '#lib/amounts.ts'
import type { OpenTaskQuery } from '#data/open-tasks.ts'
import { addressState, flag, oneOf, text } from '#lib/address-state.ts'

export const TASK_QUERY_MAX = 200
const SKILL_MAX = 60

/** The least reward in hundredths of a dollar, and the most hours, that one can choose. */
const rewards = [2_500, 5_000, 10_000, 25_000, 50_000] as const
const hours = [2, 4, 8, 16] as const

/** The view of open tasks in the market's address: the view itself and its filters. */
export const openTaskAddress = addressState({
  view: oneOf(['tasks'], null),
  q: text(TASK_QUERY_MAX),
  skill: text(SKILL_MAX),
  reward: oneOf(rewards, null),
  hours: oneOf(hours, null),
  mode: oneOf(openTaskModes, null),
  forMe: flag,
  saved: flag,
  /** The ID of the project whose tasks are listed. */
  project: text(40),
  /** Null for the newest offers first. */
  sort: oneOf(openTaskSorts, null),
})
export type OpenTaskFilters = typeof openTaskAddress.plain

const modeLabels: Readonly<Record<OpenTaskMode, string>> = { claim: 'Taken at once', apply: 'By application' }
const sortLabels: Readonly<Record<OpenTaskSort, string>> = {
  newest: 'Newest',
  reward: 'Reward',
  due: 'Due day',
  shortest: 'Shortest',
}
export const rewardChoices = rewards.map((value) => ({
  value,
  label: `${shortReward(value, USUAL_CURRENCY)} or more`,
}))
export const taskHoursChoices = hours.map((value) => ({ value, label: `Up to ${value} hours` }))
export const modeChoices = openTaskModes.map((value) => ({ value, label: modeLabels[value] }))
export const taskSortChoices = openTaskSorts
  .filter((value) => value !== 'newest')
  .map((value) => ({ value, label: sortLabels[value] }))

const labelOf = <T>(choices: ReadonlyArray<{ value: T; label: string }>, wanted: T) =>
  choices.find(({ value }) => value === wanted)?.label ?? ''

type SetFilter = { label: string; without: Partial<OpenTaskFilters> }
/** The filters that are set, each in words and with what takes it away. */
export const setFilters = (filters: OpenTaskFilters): SetFilter[] => [
  ...(filters.skill.trim() ? [{ label: filters.skill.trim(), without: { skill: '' } }] : []),
  ...(filters.reward ? [{ label: labelOf(rewardChoices, filters.reward), without: { reward: null } }] : []),
  ...(filters.hours ? [{ label: labelOf(taskHoursChoices, filters.hours), without: { hours: null } }] : []),
  ...(filters.mode ? [{ label: modeLabels[filters.mode], without: { mode: null } }] : []),
  ...(filters.forMe ? [{ label: 'For me', without: { forMe: false } }] : []),
  ...(filters.saved ? [{ label: 'Saved', without: { saved: false } }] : []),
  ...(filters.project ? [{ label: 'One project', without: { project: '' } }] : []),
]

/** What takes away the filters and leaves words and sort. */
export const withoutTaskFilters: Partial<OpenTaskFilters> = {
  ...{ skill: '', reward: null, hours: null, mode: null, forMe: false, saved: false, project: '' },
}

/** Whether anything narrows the list. */
export const isTaskListNarrowed = (filters: OpenTaskFilters): boolean =>
  filters.q.trim() !== '' || setFilters(filters).length > 0

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i

/** What the call takes of the filters; only what is set. */
export const listQueryOf = (filters: OpenTaskFilters): OpenTaskQuery => ({
  ...(filters.q.trim() && { q: filters.q.trim() }),
  ...(filters.skill.trim() && { skill: filters.skill.trim() }),
  ...(filters.reward && { minCents: filters.reward }),
  ...(filters.hours && { maxHours: filters.hours }),
  ...(filters.mode && { mode: filters.mode }),
  ...(filters.forMe && { forMe: 'true' as const }),
  ...(UUID.test(filters.project) && { projectID: filters.project }),
  ...(filters.sort && { sort: filters.sort }),
})
