import type { Payment } from '#shared/contract/index.ts'
import { AMOUNT_MAX_CENTS } from '#shared/contract/payments.ts'
import { smallestUnitsOf } from '#shared/rules/reward-money.ts'
import type { Tx } from '#server/db/pool.ts'
import type { AppDeps } from '#server/deps.ts'
import { invalid } from '#server/http/errors.ts'
import type { Viewer } from '#server/http/handlers.ts'
import type { Input } from '#server/http/services.ts'
import { findDues } from '../ledger/service.ts'
import { findNamed } from '../tasks/service.ts'
import { record } from './recording.ts'
import type { NewPayment } from './repository.ts'

/** What the project owes for each of these tasks, as payments. Errors: 422 naming a task for which nothing is owed. */
const decideDues = async (tx: Tx, projectID: string, taskIDs: readonly string[]): Promise<NewPayment[]> => {
  const dues = new Map((await findDues(tx, { projectID })).map((due) => [due.taskID, due]))
  const payments: NewPayment[] = []
  for (const taskID of taskIDs) {
    const task = await findNamed(tx, projectID, taskID)
    if (!task) throw invalid('taskIDs', 'There is no such task in this project.')
    const due = dues.get(taskID)
    const name = `#${task.number} ‘${task.title}’`
    if (!due) throw invalid('taskIDs', `Nothing is owed for ${name}.`)
    const amountCents = smallestUnitsOf(due.currency, due.cents)
    if (amountCents > AMOUNT_MAX_CENTS)
      throw invalid('taskIDs', `Record ${name} in parts: it is too much for one payment.`)
    payments.push({ userID: due.userID, amountCents, currency: due.currency, task })
  }
  return payments
}

/**
 * Records all that is owed for some tasks, a payment for each, completely or not at all. Errors: 404, 403, 422 for a task
 * without a due, 409 when the key was used for another payment.
 */
const payDues = async (
  deps: Pick<AppDeps, 'db' | 'clock'>,
  viewer: Viewer,
  { params: { id: projectID }, body }: Input<'dues.pay'>,
): Promise<Payment[]> => {
  const { taskIDs } = body
  if (new Set(taskIDs).size !== taskIDs.length) throw invalid('taskIDs', 'Each task can be named once only.')
  const decide = (tx: Tx) => decideDues(tx, projectID, taskIDs)
  return record(deps, viewer, { projectID, ...body }, { userIDs: [], settles: true, decide })
}

export const duesInPayments = { pay: payDues }
