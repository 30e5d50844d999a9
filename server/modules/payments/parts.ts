import { type Part, splitAmount } from '#shared/rules/money.ts'
import { invalid } from '#server/http/errors.ts'

export type Split = {
  userIDs: readonly string[]
  amountCents: number
  split: 'equal' | 'hours' | 'tasks' | 'custom'
  hours?: Readonly<Record<string, number>> | undefined
  amounts?: Readonly<Record<string, number>> | undefined
}

/**
 * The parts of a bulk amount, in the order of the people. They add up to the amount exactly; a person who gets nothing
 * has no part. `completed` counts each person's completed tasks. Errors: 422 when the amount cannot be split so.
 */
export const partsOf = (bulk: Split, completed: ReadonlyMap<string, number>): Part[] => {
  const { userIDs, amountCents, split } = bulk
  if (new Set(userIDs).size !== userIDs.length) throw invalid('userIDs', 'Each person can be named once only.')
  if (split === 'custom') return customParts(bulk)
  const weightOf = {
    equal: () => 1,
    hours: (userID: string) => entered(bulk, 'hours')[userID] ?? 0,
    tasks: (userID: string) => completed.get(userID) ?? 0,
  }[split]
  const parts = splitAmount(
    amountCents,
    userIDs.map((userID) => ({ userID, weight: weightOf(userID) })),
  )
  if (!parts)
    throw split === 'hours'
      ? invalid('hours', 'Enter the hours of at least one person.')
      : invalid('split', 'None of these people has completed a task in this project.')
  return parts.filter((part) => part.amountCents > 0)
}

const customParts = (bulk: Split): Part[] => {
  const amounts = entered(bulk, 'amounts')
  const parts = bulk.userIDs.map((userID) => ({ userID, amountCents: amounts[userID] ?? 0 }))
  if (parts.reduce((sum, part) => sum + part.amountCents, 0) !== bulk.amountCents)
    throw invalid('amounts', 'The amounts must add up to the whole amount.')
  return parts.filter((part) => part.amountCents > 0)
}

/**
 * The figures entered for each person. A figure for somebody who is not paid is an error, because it must be a mistake.
 */
const entered = (bulk: Split, field: 'hours' | 'amounts'): Readonly<Record<string, number>> => {
  const figures = bulk[field] ?? {}
  if (Object.keys(figures).some((userID) => !bulk.userIDs.includes(userID)))
    throw invalid(field, 'There is a figure for somebody who is not among the people to pay.')
  return figures
}
