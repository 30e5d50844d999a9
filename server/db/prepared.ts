import { createHash } from 'node:crypto'
import { sql, type RawBuilder } from 'kysely'
import type pg from 'pg'

export const PREPARED = '/* prepared */'

/**
 * Marks a statement that runs very often: PostgreSQL then parses and plans it once per connection. Only for statements
 * whose best plan is the same for all values, never for one put together from many parts.
 */
export const prepared: RawBuilder<unknown> = sql.raw(PREPARED)

/**
 * The IDs of a list as an array in a prepared statement. PostgreSQL looks into an array that is a parameter: a plan for the one
 * item that is mostly there seems better to it than the one it keeps, so it would plan each time.
 */
export const anyOf = (ids: readonly string[]): RawBuilder<unknown> =>
  sql`any(array(select unnest(${[...ids]}::uuid[])))`

/** The same for any other value, such as an array that is a source of rows: PostgreSQL does not look at it when it plans. */
export const unseen = (value: unknown, type: 'uuid[]' | 'text'): RawBuilder<unknown> =>
  sql`(select ${value}::${sql.raw(type)})`

const names = new Map<string, string>()
/** The name of a prepared statement, equal for the same text on every connection. */
const nameOf = (text: string): string => {
  const known = names.get(text)
  if (known) return known
  const name = createHash('sha256').update(text).digest('hex').slice(0, 32)
  names.set(text, name)
  return name
}

type Query = (query: unknown, values?: unknown) => Promise<unknown>

/**
 * The errors "does not exist" and "exists already" mean that a pooler between us and PostgreSQL hands its connections
 * around.
 */
const isOthersConnection = (error: unknown): boolean =>
  ['26000', '42P05'].includes((error as { code?: string } | null)?.code ?? '')

/**
 * Returns a function that makes a pooled connection prepare the marked statements. Behind a pooler without prepared
 * statements the first one fails; it is repeated unprepared, and none is prepared from then on.
 */
export const createPreparing = (): ((client: pg.ClientBase) => void) => {
  let isPreparing = true
  return (client) => {
    const query = client.query.bind(client) as Query
    /** Whether each statement is prepared on this connection (true), or being prepared. */
    const isKept = new Map<string, boolean>()
    const preparing = async (text: string, values: unknown): Promise<unknown> => {
      const kept = isKept.get(text)
      // Sent together with the one that prepares it: if that fails, this must not be taken for a pooler's fault.
      if (kept === false) return query(text, values)
      try {
        isKept.set(text, kept ?? false)
        const answer = await query({ name: nameOf(text), text, values })
        isKept.set(text, true)
        return answer
      } catch (error) {
        if (!kept) isKept.delete(text)
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
