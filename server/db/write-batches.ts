// For speed alone (docs/decisions/0073-what-clever-machinery-buys.md): 3 to 4 times as many tasks a second with 20
// clients, none more with one. To switch it off, call `insertTask` and `moveTask` where
// `server/modules/tasks/changes.ts` calls `addTask` and `moveOneOfMany`.
import pg from 'pg'

type QueuedWrite<K, V> = { key: K; resolve: (value: V) => void; reject: (reason: unknown) => void }

/** The most writes of one batch. */
const BATCH_MAX = 64
/** So few writes at a time cost less alone, one beside the other, than together. */
const FEW = 4
/** Milliseconds after which a batch that waits for somebody's lock is given up, so that other writes can go on. */
const PATIENCE_MS = 100

type WriteKind<K, V> = {
  /** Makes one write by itself. */
  alone: (key: K) => Promise<V>
  /**
   * Makes these writes in one statement, and answers in the order of the keys after the commit. Undefined for a write
   * that it has left out, which is then made alone.
   */
  together: (keys: readonly K[]) => Promise<ReadonlyArray<V | undefined>>
  /** What a write is about. No batch has two writes about one thing: the second goes afterwards. */
  subjectOf: (key: K) => string
}

/**
 * Joins concurrent writes into one statement, for one round trip and one flush to disk. A few writes are sent at once,
 * each alone, so a quiet server never waits. Further writes queue; when one returns and more than a few wait, they are
 * sent as a batch, one batch at a time. A write is answered once it is committed. If a batch fails, its writes are
 * repeated one by one, so that one bad write fails alone.
 */
export const inWriteBatches = <K, V>({ alone, together, subjectOf }: WriteKind<K, V>): ((key: K) => Promise<V>) => {
  let waiting: Array<QueuedWrite<K, V>> = []
  let underWay = 0
  let isBatchUnderWay = false
  let isBusy = false

  const take = (): Array<QueuedWrite<K, V>> => {
    const [batch, later]: [Array<QueuedWrite<K, V>>, Array<QueuedWrite<K, V>>] = [[], []]
    const subjects = new Set<string>()
    for (const one of waiting) {
      const subject = subjectOf(one.key)
      const goes = batch.length < BATCH_MAX && !subjects.has(subject)
      subjects.add(subject)
      ;(goes ? batch : later).push(one)
    }
    waiting = later
    return batch
  }
  const makeAlone = ({ key, resolve, reject }: QueuedWrite<K, V>) => alone(key).then(resolve, reject)
  const make = async (batch: ReadonlyArray<QueuedWrite<K, V>>): Promise<void> => {
    const [first] = batch
    if (first && batch.length === 1) return makeAlone(first)
    try {
      const values = await together(batch.map(({ key }) => key))
      if (values.length !== batch.length) throw new Error(`Of ${batch.length} writes ${values.length} were answered.`)
      batch.forEach((one, at) => {
        const value = values[at]
        if (value === undefined) void makeAlone(one)
        else one.resolve(value)
      })
    } catch (error) {
      for (const one of batch)
        if (wasRefused(error)) void makeAlone(one)
        else one.reject(error)
    }
  }
  const start = (batch: ReadonlyArray<QueuedWrite<K, V>>) => {
    const isBatch = batch.length > 1
    underWay += 1
    isBatchUnderWay ||= isBatch
    let isOver = false
    const end = () => {
      clearTimeout(timer)
      if (isOver) return
      isOver = true
      underWay -= 1
      if (isBatch) isBatchUnderWay = false
      goOn()
    }
    const timer = setTimeout(end, PATIENCE_MS)
    void make(batch).then(end)
  }
  const startOne = () => {
    const next = waiting.shift()
    if (next) start([next])
  }
  const goOn = () => {
    if (isBatchUnderWay) return
    isBusy = waiting.length >= FEW
    if (isBusy) return start(take())
    while (waiting.length > 0 && underWay < FEW) startOne()
  }
  return (key) =>
    new Promise((resolve, reject) => {
      waiting.push({ key, resolve, reject })
      // After a batch come the next writes of all whom it has answered: the first goes alone, and the others go together.
      if (underWay < (isBusy ? 1 : FEW)) startOne()
    })
}

/**
 * Classes of errors after which nobody knows whether a statement was committed (a broken connection, a stopping
 * server), or that a repeat would only bring again (no room, out of time).
 */
const FINAL = new Set(['08', '53', '57', '58', 'XX'])
/** Whether PostgreSQL has refused a statement as a whole, so that nothing of it is written. */
const wasRefused = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && error.code !== undefined && !FINAL.has(error.code.slice(0, 2))
