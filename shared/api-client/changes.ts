import type { Transport } from './transport.ts'

/** After this time no answer lacks the change any more, also where clocks run at different speeds. In milliseconds. */
export const SAID_MS = 5_000

/** Where a program keeps when it last made or heard of a change, by `Date.now()`. */
export type ChangeStore = { read: () => number; write: (at: number) => void }

/** Kept in memory, for a program that may have changed something just before it began. */
const sinceStart = (): ChangeStore => {
  let changedAt = Date.now()
  return { read: () => changedAt, write: (at) => void (changedAt = at) }
}

/**
 * Lets a program read what it has changed or heard of: a server with replicas answers from one that has it. `note` is called for what is
 * heard; what is sent over the transport of `over` is noted by itself.
 */
export const createChanges = (store: ChangeStore = sinceStart()) => {
  const note = () => store.write(Date.now())
  const over =
    (inner: Transport): Transport =>
    async (call, endpoint, options = {}) => {
      if (endpoint.method === 'GET') {
        const ago = Math.max(0, Date.now() - store.read())
        return inner(call, endpoint, ago < SAID_MS ? { ...options, changedAgo: ago } : options)
      }
      // It may be done before its answer comes, and without one.
      note()
      return inner(call, endpoint, options).finally(note)
    }
  return { note, over }
}
export type Changes = ReturnType<typeof createChanges>
