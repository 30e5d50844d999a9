/**
 * Makes `load` run at the first call, and keeps what it gives for all later calls. A failure is not kept: the next call
 * tries again, because what was missing for a moment may be there then.
 */
export const loadOnce = <T>(load: () => Promise<T>): (() => Promise<T>) => {
  let loading: Promise<T> | undefined
  return () => {
    loading ??= load().catch((error: unknown) => {
      loading = undefined
      throw error
    })
    return loading
  }
}
