/** A probe asks again soon, so it would rather hear 'no' than wait: an orchestrator gives up after a second or two. */
export const PROBE_MS = 1_500

/**
 * `find`, but never twice at once and never longer than PROBE_MS: whoever asks while it is under way gets its answer, so that
 * probes of a database that hangs do not pile up in front of it. Errors: those of `find`, or that it took too long.
 */
export const withinProbe = <T>(find: () => Promise<T>, limitMs = PROBE_MS): (() => Promise<T>) => {
  let underWay: Promise<T> | undefined
  return async () => {
    underWay ??= find().finally(() => (underWay = undefined))
    let timer: NodeJS.Timeout | undefined
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new Error(`No answer within ${limitMs} ms.`)), limitMs)
    })
    try {
      return await Promise.race([underWay, late])
    } finally {
      clearTimeout(timer)
    }
  }
}
