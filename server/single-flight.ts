/**
 * `find`, but never twice at once: whoever asks while it is under way gets the same answer. So probes of something that
 * hangs do not pile up in front of it.
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
