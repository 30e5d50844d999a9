import { ANSWER_DAYS } from '#shared/contract/project-fields.ts'
import { aiRuleText, rewardOrReputation, takersText, termsOf } from '#shared/rules/offer-terms.ts'
import { beginningOf } from '#shared/rules/cut.ts'
import { taskStatus } from '#shared/rules/statuses.ts'
import { within } from './html.ts'
import type { PublicTask } from './repository.ts'

/** The most bytes of a text on a page, once it is escaped, so that no page is larger than 30 kB. */
export const bounded = (text: string, max: number): string => within(text, max, beginningOf)
/** One line of a text, for places that have room for one. */
export const oneLine = (text: string, max: number): string => bounded(text.replace(/\s+/g, ' ').trim(), max)

export const skillsOf = (skills: string): string[] =>
  skills
    .split(',')
    .map((skill) => skill.trim())
    .filter((skill) => skill !== '')

export const rewardOf = ({ amount_cents, currency }: Pick<PublicTask, 'amount_cents' | 'currency'>): string =>
  rewardOrReputation({ amountCents: amount_cents, currency })

/** Who may take the task, for how long, and what follows: the sentences of its offer. */
export const termSentences = (task: PublicTask): readonly string[] => [
  takersText({ takers: task.takers, minTier: task.min_tier }),
  ...termsOf(
    {
      ...{ mode: task.mode, amountCents: task.amount_cents, leaseDays: task.lease_days },
      ...{ reviewDays: task.review_days, payDays: task.pay_days },
    },
    `the end of ${task.answer_days || ANSWER_DAYS.usual} days`,
  ),
  aiRuleText[task.ai_rule],
]

export type TaskState = { canBeTaken: boolean; name: 'open' | 'full' | 'stopped' | 'taken' | 'done'; text: string }
/** Whether the task can be taken now, in words; `stopped` has the projects whose owners must settle something first. */
export const stateOf = (task: PublicTask, stopped: ReadonlySet<string>): TaskState => {
  const not = (name: TaskState['name'], text: string): TaskState => ({ canBeTaken: false, name, text })
  if (task.status === taskStatus.completed) return not('done', 'This task is done.')
  if (!task.is_open) return not('taken', 'Somebody has this task.')
  if (task.full !== null)
    return not('full', `Full: ${task.full} ${task.full === 1 ? 'hand-in waits' : 'hand-ins wait'} for review.`)
  if (task.amount_cents > 0 && stopped.has(task.project_id))
    return not('stopped', 'Not given out until the project has settled what it owes.')
  return { canBeTaken: true, name: 'open', text: task.mode === 'apply' ? 'Free to apply for.' : 'Free to take.' }
}
