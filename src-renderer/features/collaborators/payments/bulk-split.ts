import { type Part, splitAmount } from '#shared/rules/money.ts'
import { currencySign, moneyText, readAmount } from '#lib/amounts.ts'
import type { Payee } from '../data/use-payees.ts'

export const splits = ['equal', 'hours', 'tasks', 'custom'] as const
export type Split = (typeof splits)[number]

/** The figure typed for each person, by their ID. */
export type Figures = Readonly<Record<string, string>>
export type Bulk = {
  people: readonly Payee[]
  amount: string
  currency: string
  split: Split
  hours: Figures
  amounts: Figures
}
/** The parts to record, or why there are none yet. `wrong` has the problem of each unreadable figure, by the person's ID. */
export type Preview = { parts: readonly Part[]; problem: string | null; wrong: Readonly<Record<string, string>> }

const HOURS_MAX = 10_000

const readHours = (typed: string): number | null => {
  const text = typed.trim()
  if (text === '') return 0
  const hours = /^\d{1,5}(\.\d{1,2})?$/.test(text) ? Number(text) : null
  return hours !== null && hours <= HOURS_MAX ? hours : null
}

/** The hours of each person, as the call takes them. */
export const hoursOf = ({ people, hours }: Bulk): Record<string, number> =>
  Object.fromEntries(people.map(({ userID }) => [userID, readHours(hours[userID] ?? '') ?? 0]))

const nothing = (problem: string, wrong: Preview['wrong'] = {}): Preview => ({ parts: [], problem, wrong })

/** Each person's part, by the rule by which the server splits, so that the shown parts are the recorded ones. */
export const previewOf = (bulk: Bulk): Preview => {
  const { people, split } = bulk
  const amount = readAmount(bulk.amount, bulk.currency)
  if (amount.cents === undefined) return nothing(amount.problem)
  if (people.length === 0) return nothing('Choose who is paid.')
  if (split === 'custom') return customPreview(bulk, amount.cents)
  if (split === 'hours') {
    const wrong = people.filter(({ userID }) => readHours(bulk.hours[userID] ?? '') === null)
    if (wrong.length > 0)
      return nothing(
        'Some hours cannot be read.',
        Object.fromEntries(wrong.map(({ userID }) => [userID, 'Hours such as 8 or 7.5'])),
      )
  }
  const hours = hoursOf(bulk)
  const weightOf = {
    equal: () => 1,
    hours: ({ userID }: Payee) => hours[userID] ?? 0,
    tasks: ({ tasksCompleted }: Payee) => tasksCompleted,
  }[split]
  const parts = splitAmount(
    amount.cents,
    people.map((one) => ({ userID: one.userID, weight: weightOf(one) })),
  )
  if (parts) return { parts, problem: null, wrong: {} }
  return nothing(
    split === 'hours'
      ? 'Enter the hours of at least one person.'
      : 'None of these people has completed a task in this project.',
  )
}

const customPreview = ({ people, amounts, currency }: Bulk, total: number): Preview => {
  const parts: Part[] = []
  const wrong: Record<string, string> = {}
  for (const { userID } of people) {
    const typed = amounts[userID]?.trim() ?? ''
    // An empty field and zero both mean that the person gets nothing.
    const isNothing = /^0*(\.0*)?$/.test(typed.replace(currencySign(currency), '').trim())
    const read = isNothing ? { cents: 0 } : readAmount(typed, currency)
    if (read.cents === undefined) wrong[userID] = read.problem
    else parts.push({ userID, amountCents: read.cents })
  }
  if (Object.keys(wrong).length > 0) return nothing('Some amounts cannot be read.', wrong)
  const left = total - parts.reduce((sum, part) => sum + part.amountCents, 0)
  if (left === 0) return { parts, problem: null, wrong }
  const problem =
    left > 0
      ? `${moneyText(currency, left)} left to distribute.`
      : `${moneyText(currency, -left)} more than the amount.`
  return { parts, problem, wrong }
}
