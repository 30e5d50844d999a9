import pg from 'pg'
import { type Query, statementOf } from './fail-statement.ts'

/**
 * Lets another call happen between two statements of a call, on every connection made from now on. After `before(pattern, act)` the next
 * statement that fits the pattern waits until `act` has ended; the function it returns says whether that statement has come.
 */
export const plantHolds = () => {
  const prototype = pg.Client.prototype as unknown as { query: Query }
  const original = prototype.query
  let next: { pattern: RegExp; act: () => Promise<unknown> } | undefined
  const planted: Query = function (...args) {
    if (!next?.pattern.test(statementOf(args))) return original.apply(this, args)
    const { act } = next
    next = undefined
    return act().then(() => original.apply(this, args))
  }
  Object.assign(prototype, { query: planted })
  return {
    before: (pattern: RegExp, act: () => Promise<unknown>): (() => boolean) => {
      next = { pattern, act }
      return () => next === undefined
    },
    restore: () => void Object.assign(prototype, { query: original }),
  }
}
