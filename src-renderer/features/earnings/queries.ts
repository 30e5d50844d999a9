import { dataOf, query } from '#data/query.ts'
import { EARNINGS_PAGE_MAX } from '#shared/contract/earnings.ts'

/** What the viewer was paid, and works for. */
export const earningsQuery = () => query('earnings.list', { query: { limit: EARNINGS_PAGE_MAX } })
/** A year, or all of the time. */
export const statementQuery = (year: number | undefined) =>
  query('earnings.statement', { query: year === undefined ? {} : { year } }, { select: dataOf })
export const receiptQuery = (paymentID: string) =>
  query('earnings.receipt', { params: { paymentID } }, { select: dataOf })
