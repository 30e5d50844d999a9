import type { AppDeps } from '#server/deps.ts'
import * as repository from './repository.ts'
import { openPayout, requireKey, sealPayout } from './sealed.ts'

const AT_ONCE = 200

export type Resealed = { sealed: number; unopened: ReadonlyArray<{ username: string; email: string }> }

/**
 * Seals all payout details under the key of now. Each person has a statement of their own, which changes the seal that it has
 * opened and no newer one: so it may be killed, repeated, and run while people change theirs. Errors: 503 without a place for a key.
 */
export const resealPayouts = async ({ db, config }: Pick<AppDeps, 'db' | 'config'>): Promise<Resealed> => {
  requireKey(config)
  const unopened: Array<{ username: string; email: string }> = []
  let sealed = 0
  let after: string | null = null
  for (;;) {
    const rows: repository.SealRow[] = await repository.findSeals(db, after, AT_ONCE)
    for (const row of rows) {
      const opened = await openPayout(config, row.userID, row)
      if (!opened) unopened.push({ username: row.username, email: row.email })
      else if (opened.isOld) {
        const next = await sealPayout(config, row.userID, opened)
        if (await repository.replaceSeal(db, row, next)) sealed++
      }
    }
    if (rows.length < AT_ONCE) return { sealed, unopened }
    after = rows.at(-1)?.userID ?? null
  }
}
