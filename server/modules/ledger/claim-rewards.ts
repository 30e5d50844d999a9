import type { RewardOfClaim } from '#shared/contract/rewards.ts'
import { type Blocker, rewardState } from '#shared/rules/reward-state.ts'
import type { DbOrTx } from '#server/db/pool.ts'
import { anyProject, findFactsOfClaims, toFacts } from './facts-repository.ts'

const text = (moment: Date | null) => moment?.toISOString() ?? null
export const toBlocker = (blocker: Blocker): RewardOfClaim['blocker'] => ({
  ...blocker,
  by: text(blocker.by),
  since: text(blocker.since),
})

/** The rewards of these claims, by their IDs; none for a claim without an offer. */
export const findRewardsOfClaims = async (
  db: DbOrTx,
  ids: readonly string[],
  now: Date,
): Promise<ReadonlyMap<string, RewardOfClaim>> => {
  const rows = ids.length > 0 ? await findFactsOfClaims(db, ids) : []
  return new Map(
    rows.flatMap((row) => {
      const reward = rewardState(toFacts(row, now, anyProject))
      if (!reward) return []
      const { owner, holder, actor } = row
      return [[row.claim_id, { state: reward.state, blocker: toBlocker(reward.blocker), owner, holder, actor }]]
    }),
  )
}
