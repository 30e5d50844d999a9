import type { Label, Task, TaskPriority } from '#shared/contract/index.ts'
import { NO_REWARD } from '#shared/rules/offer-terms.ts'
import { taskStatus } from '#shared/rules/statuses.ts'
import { today } from '#lib/format.ts'
import { shortReward } from '#lib/amounts.ts'
import { dateLocale } from '#lib/locale.ts'
import type { ExtraLines } from '#ui/board/board-types.ts'

export const priorityLabels: Readonly<Record<TaskPriority, string>> = {
  none: 'No priority',
  low: 'Low',
  medium: 'Medium',
  high: 'High',
  urgent: 'Urgent',
}

/** What is urgent looks so, and is written in words as well. */
export const priorityColours: Readonly<Record<TaskPriority, string>> = {
  none: 'text.secondary',
  low: 'text.secondary',
  medium: 'text.secondary',
  high: 'warning.main',
  urgent: 'error.main',
}

/** Whether the task's day is over where the viewer is, and it is still to be done. `now` is today by default. */
export const isOverdue = ({ dueOn, status }: Pick<Task, 'dueOn' | 'status'>, now = today()): boolean =>
  Boolean(dueOn) && (dueOn ?? '') < now && status !== taskStatus.completed

const ofThisYear = new Intl.DateTimeFormat(dateLocale, { month: 'short', day: 'numeric', timeZone: 'UTC' })
const ofAnyYear = new Intl.DateTimeFormat(dateLocale, {
  month: 'short',
  day: 'numeric',
  year: 'numeric',
  timeZone: 'UTC',
})
/** "Dec 5", with its year when that is another one. */
export const shortDay = (day: string, now = today()): string =>
  (day.slice(0, 4) === now.slice(0, 4) ? ofThisYear : ofAnyYear).format(new Date(`${day}T00:00:00Z`))

/** What a card says of the due date; a past day is in words. */
export const dueText = (task: Pick<Task, 'dueOn' | 'status'>, now = today()): string | null => {
  if (!task.dueOn) return null
  if (isOverdue(task, now)) return `Overdue since ${shortDay(task.dueOn, now)}`
  return task.dueOn === now ? 'Due today' : `Due ${shortDay(task.dueOn, now)}`
}

const isOpen = ({ status }: Task): boolean => status !== taskStatus.completed && status !== taskStatus.rejected
/** The numbers of the tasks that are still to be done. */
export const openNumbers = (all: readonly Task[]): ReadonlySet<string> =>
  new Set(all.filter(isOpen).map((task) => task.taskId))

/** The tasks that must be done first and still are to be done, of those in `all`. */
export const openBlockers = ({ blockedBy = [] }: Pick<Task, 'blockedBy'>, all: readonly Task[]): readonly Task[] => {
  const numbers = new Set(blockedBy.map(String))
  return numbers.size === 0 ? [] : all.filter((task) => numbers.has(task.taskId) && isOpen(task))
}

/** The labels of a task, in the order of their names; one that is not known (any more) is left out. */
export const labelsOf = ({ labelIDs = [] }: Pick<Task, 'labelIDs'>, labels: readonly Label[]): readonly Label[] =>
  labelIDs.length === 0 ? [] : labels.filter(({ id }) => labelIDs.includes(id))

const hasFacts = ({ dueOn, priority, doneOf, comments }: Task): boolean =>
  Boolean(dueOn) || (priority ?? 'none') !== 'none' || Boolean(doneOf) || Boolean(comments)

/** How many lines a card needs for what is set: one for dates and counts, one for labels. */
export const linesOf = (task: Task): ExtraLines => {
  const lines = Number(hasFacts(task)) + Number((task.labelIDs ?? []).length > 0)
  return lines === 2 ? 2 : lines === 1 ? 1 : 0
}

/** What a card and a row say of the reward; null without an offer. */
export const rewardOf = ({ rewardCents }: Pick<Task, 'rewardCents'>, currency: string): string | null => {
  if (typeof rewardCents !== 'number') return null
  return rewardCents === 0 ? NO_REWARD : shortReward(rewardCents, currency)
}
