import { createHash } from 'node:crypto'
import { sql, type RawBuilder } from 'kysely'
import type pg from 'pg'

export const PREPARED = '/* prepared */'

/**
 * Put before a statement that is asked at every turn: PostgreSQL then parses and plans it once a connection. Only for
 * statements whose best plan is the same whatever the values are, and never for one that is put together from many parts.
 */
export const prepared: RawBuilder<unknown> = sql.raw(PREPARED)

const names = new Map<string, string>()
/** The same text has the same name on every connection. */
const nameOf = (text: string): string => {
  const known = names.get(text)
  if (known) return known
  const name = createHash('sha256').update(text).digest('hex').slice(0, 32)
  names.set(text, name)
  return name
}

type Query = (query: unknown, values?: unknown) => Promise<unknown>

/** Not there any more, or there already: between us and PostgreSQL a pooler hands its connections around. */
const isOthersConnection = (error: unknown): boolean =>
  ['26000', '42P05'].includes((error as { code?: string } | null)?.code ?? '')

/**
 * Answers what has a pool's connections prepare the statements that are marked for it. Behind a pooler that keeps no
 * prepared statements the first one fails; it is asked again as it stands, and no other is prepared from then on.
 */
export const createPreparing = (): ((client: pg.ClientBase) => void) => {
  let isPreparing = true
  return (client) => {
    const query = client.query.bind(client) as Query
    const preparing = async (text: string, values: unknown): Promise<unknown> => {
      try {
        return await query({ name: nameOf(text), text, values })
      } catch (error) {
        if (!isOthersConnection(error)) throw error
        isPreparing = false
        return query(text, values)
      }
    }
    Object.assign(client, {
      query: (text: unknown, values?: unknown) =>
        isPreparing && typeof text === 'string' && text.startsWith(PREPARED)
          ? preparing(text, values)
          : query(text, values),
    })
  }
}
