import pg from 'pg'

export type Query = (this: object, ...args: unknown[]) => unknown

/** What a call of pg's `query` asks, whichever way it is called. */
export const statementOf = ([query]: readonly unknown[]): string =>
  typeof query === 'string' ? query : ((query as { text?: string } | null)?.text ?? '')

export class PlantedFault extends Error {
  constructor() {
    super('This statement was made to fail.')
  }
}

/** Where in a transaction a connection is: how it begins and ends is told by these words alone. */
const BEGIN = /^(?:begin|start transaction)/i
const END = /^(?:commit|rollback)/i

/**
 * Makes statements inside transactions fail, on every connection made from now on. `failAt(n)` lets the n-th one from there
 * fail, counted over all transactions; those outside of one, and what begins and ends one, are not counted.
 */
export const plantFaults = () => {
  const prototype = pg.Client.prototype as unknown as { query: Query }
  const original = prototype.query
  const isInside = new WeakSet<object>()
  let left = 0
  let hasFired = false
  const planted: Query = function (...args) {
    const text = statementOf(args)
    if (END.test(text)) isInside.delete(this)
    else if (isInside.has(this) && left > 0 && (left -= 1) === 0) {
      hasFired = true
      return Promise.reject(new PlantedFault())
    }
    if (BEGIN.test(text)) isInside.add(this)
    return original.apply(this, args)
  }
  Object.assign(prototype, { query: planted })
  return {
    failAt: (n: number) => {
      left = n
      hasFired = false
    },
    /** Whether the statement came; from here on none fails. */
    end: (): boolean => {
      left = 0
      return hasFired
    },
    restore: () => void Object.assign(prototype, { query: original }),
  }
}
