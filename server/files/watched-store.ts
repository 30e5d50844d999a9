import { singleFlight } from '../util/single-flight.ts'
import type { FileStore } from './file-store.ts'

/** A store that can be asked whether it works, without a file. Errors of `check`: those of the store. */
export type CheckedStore = FileStore & { check(): Promise<void> }

/** Something on this machine keeps a call from the store. The store has no part in it. */
export class LocalFault extends Error {}

type Call = 'put' | 'get' | 'remove'
/** A store that knows how its calls end. */
export type WatchedStore = FileStore & {
  /** Whether the store works now. */
  works(): Promise<boolean>
  /** How many calls have failed since the start. */
  failures(): Readonly<Record<Call, number>>
}

/** Milliseconds for which a good answer counts, since asking a bucket costs a request. */
const GOOD_MS = 5_000

export const watchStore = (store: CheckedStore): WatchedStore => {
  const failures = { put: 0, get: 0, remove: 0 }
  let goodUntil = -Infinity
  const fail = (call: Call) => {
    failures[call] += 1
    goodUntil = -Infinity
  }
  const watch = async <T>(call: Call, work: Promise<T>): Promise<T> => {
    try {
      return await work
    } catch (error) {
      if (!(error instanceof LocalFault)) fail(call)
      throw error
    }
  }
  return {
    put: (key, file) => watch('put', store.put(key, file)),
    get: async (key) => {
      const stream = await watch('get', store.get(key))
      return stream?.on('error', () => fail('get'))
    },
    remove: (key) => watch('remove', store.remove(key)),
    works: singleFlight(async () => {
      if (performance.now() < goodUntil) return true
      try {
        await store.check()
      } catch {
        return false
      }
      goodUntil = performance.now() + GOOD_MS
      return true
    }),
    failures: () => failures,
  }
}
