import type { OwnDebt } from '#shared/contract/own-data.ts'
import { rewardText } from '#shared/rules/reward-money.ts'

const NAMED_MAX = 5

/** What projects owe whose only owner somebody is, in one sentence: '“Bridge” owes Ana $400.00, and …'. */
export const debtsText = (debts: readonly OwnDebt[]): string => {
  const named = debts.slice(0, NAMED_MAX).map(({ project, person, amountCents, currency }) => {
    return `“${project.title}” owes ${person} ${rewardText(amountCents, currency)}`
  })
  const more = debts.length - named.length
  const all = more > 0 ? `${named.join(', ')} (and ${more} more)` : named.join(', ')
  return `${all}, and you are the only owner. Record what is owed first.`
}

/** What an only owner can do, in words. */
export const waysOut = (hasWork: boolean): string =>
  `Make somebody else an owner, or ${hasWork ? 'answer what was handed in and ' : ''}archive or delete it`
