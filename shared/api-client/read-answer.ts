import type { EndpointDef } from '../contract/index.ts'
import { type LeftOut, tolerantReader, type TolerantReader } from './as-read.ts'
import { normaliseBody } from './normalise.ts'

/** Reads the body of a success: the data that fits the contract, or that it does not fit. */
export type ReadAnswer = (answer: unknown) => { success: true; data: unknown } | { success: false }

/**
 * A line for the log: the call whose list lost rows, and the reasons. It leaves out what the rows hold, which may be
 * private.
 */
const leftOutText = (operation: string, leftOut: readonly LeftOut[]): string =>
  `${operation}: ${leftOut.length} unreadable ${leftOut.length === 1 ? 'row' : 'rows'} left out. ${leftOut[0]?.why ?? ''}`

/** Reads answers of a call by the contract's schema, and by the tolerant reader for other hosts when they do not fit. */
export const readerOf = (
  operation: string,
  endpoint: EndpointDef,
  onLeftOut: ((said: string) => void) | undefined,
): ReadAnswer => {
  let reader: TolerantReader | undefined
  return (answer) => {
    const body = normaliseBody(endpoint, answer)
    const exact = endpoint.response.safeParse(body)
    if (exact.success) return exact
    reader ??= tolerantReader(endpoint.response)
    reader.leftOut.length = 0
    const tolerant = reader.schema.safeParse(body)
    if (tolerant.success && reader.leftOut.length > 0) onLeftOut?.(leftOutText(operation, reader.leftOut))
    return tolerant
  }
}
