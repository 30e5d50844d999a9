/**
 * Makes `find` never run twice at once: calls that come while it runs get the same answer. So probes of something that
 * hangs do not pile up.
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
