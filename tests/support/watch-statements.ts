import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { vi } from 'vitest'
import { type Query, statementOf } from './fail-statement.ts'

export type Statement = { text: string; values: readonly unknown[] }

/**
 * Records the statements that are sent to the database, on every connection made from now on. Each answer to what `during` makes
 * comes `latency` milliseconds later: where journeys are counted, what is sent without waiting must not depend on how quick the database is.
 */
export const watchStatements = (latency = 0) => {
  const { query } = pg.Client.prototype as unknown as { query: Query }
  /** How many statements of a connection wait for their answers. */
  const underWay = new WeakMap<object, number>()
  let journeys = 0
  let isDuring = false
  const asked = vi.spyOn(pg.Client.prototype, 'query')
  const late = async (answer: Promise<unknown>) => {
    // A failure must be heard at once, or Node ends the process.
    if (isDuring && latency > 0) await Promise.allSettled([answer, wait(latency)])
    return answer
  }
  const send: Query = function (...call) {
    const others = underWay.get(this) ?? 0
    if (others === 0) journeys += 1
    const answer = query.apply(this, call)
    if (!(answer instanceof Promise)) return answer
    underWay.set(this, others + 1)
    return late(answer).finally(() => underWay.set(this, (underWay.get(this) ?? 1) - 1))
  }
  asked.mockImplementation(send)
  return {
    /** The statements that `act` makes, in their order. */
    during: async (act: () => Promise<unknown>): Promise<Statement[]> => {
      asked.mockClear()
      journeys = 0
      isDuring = true
      await act().finally(() => (isDuring = false))
      return asked.mock.calls.map((call: readonly unknown[]) => {
        const [query, values] = call as [unknown, unknown]
        const own = (query as { values?: unknown[] } | null)?.values
        return { text: statementOf(call), values: own ?? (Array.isArray(values) ? (values as unknown[]) : []) }
      })
    },
    /** In how many journeys the statements of the last `during` were sent: those that are sent together share one. */
    journeys: () => journeys,
    restore: () => asked.mockRestore(),
  }
}
