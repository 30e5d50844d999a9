/**
 * Makes `find` never run twice at once: calls during a run share its answer, so probes of something that hangs do not
 * pile up.
 */
export const singleFlight = <T>(find: () => Promise<T>): (() => Promise<T>) => {
  let underWay: Promise<T> | undefined
  return () => {
    underWay ??= find().finally(() => {
      underWay = undefined
    })
    return underWay
  }
}
