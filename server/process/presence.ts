import { sql } from 'kysely'
import type { Logger } from 'pino'
import { v7 as uuidv7 } from 'uuid'
import type { Db } from '../db/pool.ts'
import type { Probe } from '../db/probe.ts'
import { unavailable } from '../http/errors.ts'

/** The facts that a server process knows about the others on the same database. */
export type Presence = {
  /** Whether another living process stores files in a different place, so that neither could read the other's files. */
  isApart: () => Promise<boolean>
  stop: () => Promise<void>
}

const EVERY_MS = 10_000
/** A process that was silent this long, which is three missed turns, counts as dead. */
const SILENT = '35 seconds'

/**
 * Records this process in the database at intervals while it lives, by the database's clock, because machines' clocks
 * differ. `store` names the place where this process stores files.
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
        // This is logged once in each outage.
        if (!isFailing) logger.warn({ err: error }, 'this process cannot be recorded in the database')
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
      // The row is removed at once, so that the others need not wait out the silence. Without a database nobody notices
      // the difference.
      await db
        .deleteFrom('server_processes')
        .where('id', '=', id)
        .execute()
        .catch(() => undefined)
    },
  }
}

/**
 * To be called before a file is accepted. Errors: 503 while processes without a common place for files serve one
 * database.
 */
export const requireSharedFiles = async ({ presence }: { presence?: Presence }): Promise<void> => {
  if (await presence?.isApart())
    throw unavailable(
      'Files cannot be taken now: several servers run on one database without a common place for files. Please tell the administrator.',
    )
}
