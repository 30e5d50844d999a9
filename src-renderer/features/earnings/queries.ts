import { dataOf, query } from '#data/query.ts'
import { statementTimes } from '#shared/rules/earnings-file.ts'
import { EARNINGS_PAGE_MAX } from '#shared/contract/earnings.ts'

/** What the viewer was paid, and works for. */
export const earningsQuery = () => query('earnings.list', { query: { limit: EARNINGS_PAGE_MAX } })
export type StatementTime = { year?: number; from?: string; to?: string }
/** A year, or from one day to another, or all of the time. */
export const statementQuery = (asked: StatementTime) =>
  query('earnings.statement', { query: statementTimes(asked) }, { select: dataOf })
export const receiptQuery = (paymentID: string) =>
  query('earnings.receipt', { params: { paymentID } }, { select: dataOf })
