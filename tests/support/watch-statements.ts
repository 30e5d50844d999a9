import pg from 'pg'
import { vi } from 'vitest'
import { statementOf } from './fail-statement.ts'

export type Statement = { text: string; values: readonly unknown[] }

/** Records the statements that are sent to the database, on every connection made from now on. */
export const watchStatements = () => {
  const asked = vi.spyOn(pg.Client.prototype, 'query')
  return {
    /** The statements that `act` makes, in their order. */
    during: async (act: () => Promise<unknown>): Promise<Statement[]> => {
      asked.mockClear()
      await act()
      return asked.mock.calls.map((call: readonly unknown[]) => {
        const [query, values] = call as [unknown, unknown]
        const own = (query as { values?: unknown[] } | null)?.values
        return { text: statementOf(call), values: own ?? (Array.isArray(values) ? (values as unknown[]) : []) }
      })
    },
    restore: () => asked.mockRestore(),
  }
}
