import type { OpenTasksSum } from '../contract/market.ts'
import { shortAmount } from './reward-sentence.ts'

/** '4 open tasks · up to $400': the tasks of a project that are free, and the most that one of them pays. */
export const openTasksText = ({ count, amountCents, currency }: OpenTasksSum, locale: string): string => {
  const tasks = `${count.toLocaleString(locale)} open ${count === 1 ? 'task' : 'tasks'}`
  return amountCents > 0 ? `${tasks} · up to ${shortAmount(amountCents, currency, locale)}` : tasks
}
