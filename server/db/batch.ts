type QueuedKey<K, V> = { key: K; resolve: (value: V) => void; reject: (reason: unknown) => void }

/** The most batches that run at a time; look-ups that come while they run form the next batch. */
const UNDER_WAY_MAX = 2

/**
 * Joins concurrent look-ups into one query. The first is sent at once, so a quiet server never waits; look-ups that
 * arrive while a batch runs are sent together after it. No look-up gets a value read before it was made. `load` returns
 * one value per key, in the order of the keys.
 */
export const inBatches = <K, V>(load: (keys: readonly K[]) => Promise<readonly V[]>): ((key: K) => Promise<V>) => {
  let waiting: Array<QueuedKey<K, V>> = []
  let underWay = 0
  const send = async () => {
    const batch = waiting
    waiting = []
    underWay += 1
    try {
      const values = await load(batch.map(({ key }) => key))
      if (values.length !== batch.length) throw new Error(`Of ${batch.length} look-ups ${values.length} were answered.`)
      batch.forEach(({ resolve }, at) => resolve(values[at] as V))
    } catch (error) {
      for (const { reject } of batch) reject(error)
    } finally {
      underWay -= 1
      if (waiting.length > 0) void send()
    }
  }
  return (key) =>
    new Promise((resolve, reject) => {
      waiting.push({ key, resolve, reject })
      if (underWay < UNDER_WAY_MAX) void send()
    })
}
