import pg from 'pg'

export type Query = (this: object, ...args: unknown[]) => unknown

/** The text of the statement in the arguments of pg's `query`, which can be a string or an object. */
export const statementOf = ([query]: readonly unknown[]): string =>
  typeof query === 'string' ? query : ((query as { text?: string } | null)?.text ?? '')

export class PlantedFault extends Error {
  constructor() {
    super('This statement was made to fail.')
  }
}

/** The statements that begin (BEGIN) and end (END) a transaction. */
const BEGIN = /^(?:begin|start transaction)/i
const END = /^(?:commit|rollback)/i

/**
 * Makes statements inside transactions fail, on every connection made from now on. After `failAt(n)` the n-th statement fails, counted
 * over all transactions; statements outside of transactions, and those that begin and end one, do not count.
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
      // PostgreSQL itself must refuse the transaction's end, since not every statement is waited for.
      const failing = original.apply(this, ['select 1 / 0']) as Promise<unknown>
      return failing.catch(() => {
        throw new PlantedFault()
      })
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
    /** Ends the faults. Returns whether the n-th statement came and failed. */
    end: (): boolean => {
      left = 0
      return hasFired
    },
    restore: () => void Object.assign(prototype, { query: original }),
  }
}
