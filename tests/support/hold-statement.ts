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
  /** What a connection's statements wait for: those behind one that is held are sent after it. */
  const held = new WeakMap<object, Promise<unknown>>()
  const planted: Query = function (...args) {
    const send = () => original.apply(this, args)
    const before = held.get(this)
    if (before) return before.then(send)
    if (!next?.pattern.test(statementOf(args))) return send()
    const acted = next.act().finally(() => held.delete(this))
    next = undefined
    held.set(this, acted)
    return acted.then(send)
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
