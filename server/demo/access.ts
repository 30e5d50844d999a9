import { sql } from 'kysely'
import { DEMO_DOMAIN, isDemoAddress } from '#shared/rules/demo-accounts.ts'
import type { Config } from '../settings/config.ts'
import type { DbOrTx } from '../db/pool.ts'
import type { AppDeps } from '../deps.ts'
import { forbidden } from '../http/errors.ts'
import { isLocalOnly } from '../settings/local-only.ts'
import { hasAccount } from '../modules/auth/service.ts'

type Setup = { config: Pick<Config, 'demo' | 'host' | 'publicUrl'>; isEmbedded: boolean }

/** Why nobody may log in to a demo account, as the end of a sentence; null when people may. */
export const demoObstacle = ({ config, isEmbedded }: Setup): string | null => {
  if (!isEmbedded) return 'the database is not the embedded one'
  if (config.publicUrl !== undefined) return 'the server has a public URL'
  if (!isLocalOnly(config)) return `the server listens on ${config.host}, where other machines may reach it`
  return config.demo ? null : 'demo mode is off'
}

/** The users of the demo world, as a condition on a row of `users`. */
export const isDemoUser = sql<boolean>`lower(users.email) like ${`%@${DEMO_DOMAIN}`}`

export const countDemoAccounts = async (db: DbOrTx): Promise<number> => {
  const { total } = await db
    .selectFrom('users')
    .where(isDemoUser)
    .select(sql<number>`count(*)::int`.as('total'))
    .executeTakeFirstOrThrow()
  return total
}

/**
 * Refuses the log-in to a demo account, unless demo mode is on and no other machine can reach the server. Errors: 403.
 */
export const refuseDemoAccount = async (
  deps: Pick<AppDeps, 'config' | 'isEmbedded' | 'db'>,
  email: string,
): Promise<void> => {
  if (!isDemoAddress(email) || demoObstacle(deps) === null || !(await hasAccount(deps.db, email))) return
  throw forbidden(
    'The password of demo accounts is published, so they work only in demo mode, on a server that no other machine can reach.',
  )
}
