import type { RewardState } from '#shared/contract/reward-states.ts'
import { rewardState } from '#shared/rules/reward-state.ts'
import type { DbOrTx } from '#server/db/pool.ts'
import { anyProject, type CheckedRow, findCheckedFacts, findCheckedPages, toFacts } from './facts-repository.ts'

/** A task whose state is another one than its entries say. */
export type StateDifference = { project: string; what: string; says: string }

const PAGE = 5_000
const SIDE_BY_SIDE = 3
const promised: readonly RewardState[] = ['open', 'held', 'inReview', 'changes', 'proposed', 'disputed']
const owed: readonly RewardState[] = ['due', 'late', 'proposed', 'disputed']
const paid: readonly RewardState[] = ['recorded', 'settled', 'disputed']

/** What the entries of a task say, and the states that agree with it; null where they say nothing. */
const saidBy = (row: CheckedRow): { says: string; states: readonly RewardState[] } | null => {
  if (row.due > 0) return { says: 'something is owed', states: owed }
  if (row.settled > 0) return { says: 'what was owed is paid', states: paid }
  if (row.reserved > 0) return { says: 'its reward is reserved, and was never owed', states: promised }
  const amount = row.terms?.amountCents ?? row.offer_cents ?? 0
  if (amount === 0) return null
  // Forgiven, or agreed at 0: what was reserved is free again.
  const isGivenUp = row.was_due || row.was_released
  return { says: 'nothing is reserved, owed or paid', states: isGivenUp ? ['accepted', 'closed'] : [] }
}

const differencesOn = (rows: readonly CheckedRow[], now: Date): StateDifference[] =>
  rows.flatMap((row) => {
    const reward = rewardState(toFacts(row, now, anyProject))
    const said = saidBy(row)
    if (!reward || !said || said.states.includes(reward.state)) return []
    return [{ project: row.project_id, what: `task ${row.task_id} is ${reward.state}`, says: said.says }]
  })

/**
 * Compares the state of each task with an offer with what its entries say. So a finished claim is found whose due was never
 * written, and a due that is shown as paid. Pages are read side by side, as far as there are connections.
 */
export const findStateDifferences = async (db: DbOrTx, now: Date): Promise<StateDifference[]> => {
  const places = [null, ...(await findCheckedPages(db, PAGE))].values()
  const found: StateDifference[] = []
  const readPages = async () => {
    for (const after of places) found.push(...differencesOn(await findCheckedFacts(db, { after, limit: PAGE }), now))
  }
  await Promise.all(Array.from({ length: SIDE_BY_SIDE }, readPages))
  return found.sort((a, b) => (a.what < b.what ? -1 : 1))
}
