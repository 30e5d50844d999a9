import { sql } from 'kysely'
import type { Logger } from 'pino'
import { v7 as uuidv7 } from 'uuid'
import type { Db } from './db/pool.ts'
import type { Probe } from './db/probe.ts'
import { unavailable } from './http/errors.ts'

/** What a server process knows of the others that serve the same database. */
export type Presence = {
  /** Whether another process is alive that stores files somewhere else: what one takes the other cannot give. */
  isApart: () => Promise<boolean>
  stop: () => Promise<void>
}

const EVERY_MS = 10_000
/** Three missed turns: whoever was silent for so long is gone. */
const SILENT = '35 seconds'

/**
 * Notes this process in the database, again and again for as long as it lives. Everything is counted by the database's clock,
 * since those of several machines differ. `store` names where this process keeps files.
 */
export const startPresence = async (
  { db, probe, logger }: { db: Db; probe: Probe; logger: Pick<Logger, 'warn'> },
  store: string,
): Promise<Presence> => {
  const id = uuidv7()
  const beat = async () => {
    await sql`insert into server_processes (id, store) values (${id}, ${store})
      on conflict (id) do update set seen_at = now()`.execute(db)
    await sql`delete from server_processes where seen_at < now() - interval '1 hour'`.execute(db)
  }
  await beat()
  let isFailing = false
  let beating: Promise<void> = Promise.resolve()
  const timer = setInterval(() => {
    beating = beat().then(
      () => {
        isFailing = false
      },
      (error: unknown) => {
        // Said once an outage.
        if (!isFailing) logger.warn({ err: error }, 'this process cannot be noted in the database')
        isFailing = true
      },
    )
  }, EVERY_MS)
  timer.unref()
  return {
    isApart: async () => {
      const others = await probe.ask(
        `select from server_processes where store <> $1 and seen_at > now() - interval '${SILENT}' limit 1`,
        [store],
      )
      return others.length > 0
    },
    stop: async () => {
      clearInterval(timer)
      await beating
      // Gone at once rather than after a while of silence; without a database nobody notices the difference.
      await db
        .deleteFrom('server_processes')
        .where('id', '=', id)
        .execute()
        .catch(() => undefined)
    },
  }
}

/** Before a file is taken. Errors: 503 while several processes that share no place for files serve one database. */
export const requireSharedFiles = async ({ presence }: { presence?: Presence }): Promise<void> => {
  if (await presence?.isApart())
    throw unavailable(
      'Files cannot be taken now: several servers run on one database without a common place for files. Please tell the administrator.',
    )
}
