import type { RawBuilder } from 'kysely'
import type { DbOrTx } from './pool.ts'

/**
 * Sends several statements at once on one connection and waits for all, which costs one journey to the database. PostgreSQL runs
 * them one after the other, in this order, and each sees what was committed before it began, as if it had been sent alone: so
 * locks can be taken together. For statements that do not need each other's answers. Returns the rows of each. Where one fails,
 * its error is thrown; in a transaction PostgreSQL does nothing more after it.
 */
export const together = <T extends readonly unknown[]>(
  db: DbOrTx,
  ...statements: { [K in keyof T]: RawBuilder<T[K]> }
): Promise<{ [K in keyof T]: Array<T[K]> }> => {
  const compiled = statements.map((statement: RawBuilder<unknown>) => statement.compile(db))
  return db.getExecutor().provideConnection(async (connection) => {
    // The connection is given back only when all are answered.
    const answers = await Promise.allSettled(compiled.map((one) => connection.executeQuery(one)))
    return answers.map((answer) => {
      if (answer.status === 'rejected') throw answer.reason
      return answer.value.rows
    }) as { [K in keyof T]: Array<T[K]> }
  })
}
