type Waiting<K, V> = { key: K; resolve: (value: V) => void; reject: (reason: unknown) => void }

/** So many batches are under way at a time; what comes meanwhile makes up the next one. */
const UNDER_WAY_MAX = 2

/**
 * Makes one query of look-ups that many requests make at the same time. The first goes out at once, so that a quiet server
 * waits for nothing; those that come while it is under way go together when it is back. Each is looked up after it was
 * asked for, never answered from before. `load` answers one value for each key, in their order.
 */
export const inBatches = <K, V>(load: (keys: readonly K[]) => Promise<readonly V[]>): ((key: K) => Promise<V>) => {
  let waiting: Array<Waiting<K, V>> = []
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
