import { setTimeout as sleep } from 'node:timers/promises'
import { singleFlight } from '../util/single-flight.ts'
import type { FileStore } from './file-store.ts'

/** A store that can be asked whether it works, without a file. Errors of `check`: those of the store. */
export type CheckedStore = FileStore & { check(): Promise<void> }

/** Something on this machine keeps a call from the store. The store has no part in it. */
export class LocalFault extends Error {}

type Call = 'put' | 'get' | 'remove'
/** A store that knows how its calls end. */
export type WatchedStore = FileStore & {
  /** Whether the store works; the answer of the last look, while the present one takes its time. Never fails. */
  works(): Promise<boolean>
  /** How many calls have failed since the start. */
  failures(): Readonly<Record<Call, number>>
}

/** Milliseconds for which a good answer counts, since asking a bucket costs a request. */
const GOOD_MS = 5_000

/** Milliseconds that a caller waits for a look: a program that checks our health gives up after two seconds or so. */
const ASKED_MS = 1_000
/** Milliseconds after which a look, at a disk on another machine say, counts as failed. */
const LOOK_MS = 10_000

export const watchStore = (store: CheckedStore): WatchedStore => {
  const failures = { put: 0, get: 0, remove: 0 }
  let goodUntil = -Infinity
  let worked = true
  let begunAt = Infinity
  const isLate = () => performance.now() - begunAt > LOOK_MS
  const look = singleFlight(async () => {
    begunAt = performance.now()
    worked = await store.check().then(
      () => true,
      () => false,
    )
    begunAt = Infinity
    if (worked) goodUntil = performance.now() + GOOD_MS
    return worked
  })
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
    works: async () => {
      if (performance.now() < goodUntil) return true
      return Promise.race([look(), sleep(ASKED_MS, undefined, { ref: false }).then(() => worked && !isLate())])
    },
    failures: () => failures,
  }
}
