import { decimalsOf, splitAmount } from './money.ts'

/**
 * A sum shared over tasks by their estimates in hours, in hundredths of the currency and in the order of the tasks; the shares add up
 * exactly. A task without an estimate counts as the average of the others. Null without tasks.
 */
export const shareByEstimate = (
  cents: number,
  currency: string,
  estimates: ReadonlyArray<number | undefined>,
): number[] | null => {
  const known = estimates.filter((hours) => hours !== undefined)
  const average = known.length > 0 ? known.reduce((sum, hours) => sum + hours, 0) / known.length : 1
  // Some currencies have whole units alone.
  const step = decimalsOf(currency) === 0 ? 100 : 1
  const shares = estimates.map((hours, at) => ({ userID: String(at), weight: hours ?? average }))
  return splitAmount(cents / step, shares)?.map(({ amountCents }) => amountCents * step) ?? null
}
