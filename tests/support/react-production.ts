/**
 * Lets the screens' tests run on React's production build, which is the one that people use and takes a quarter less time than
 * the development build. That build has no `act`, which Testing Library calls around everything it does, so it gets one here: it
 * does all work that React has scheduled, at once. With GUILDHALL_REACT=development the tests run on the development build, which warns
 * of mistakes (vitest.config.ts).
 */
import { createRequire } from 'node:module'
import React from 'react'

type Act = (callback: () => unknown) => PromiseLike<unknown>

const load = createRequire(import.meta.url)

/** What React has put off until the present call is over. */
const putOff = new Set<() => void>()
const noted = <Handle>(later: (run: () => void) => Handle) => {
  return (callback: () => void): Handle => {
    const run = () => {
      if (putOff.delete(run)) callback()
    }
    putOff.add(run)
    return later(run)
  }
}
const { queueMicrotask, setImmediate } = globalThis
// React and its scheduler keep the functions that they find when they are loaded.
Object.assign(globalThis, { queueMicrotask: noted(queueMicrotask), setImmediate: noted(setImmediate) })
// This runs before each file, and React is loaded once: the first run's `act` knows what React has put off.
load('react-dom/client')
Object.assign(globalThis, { queueMicrotask, setImmediate })

/** More turns than any screen needs. A component that sets its state again and again would never end. */
const TURNS_MAX = 10_000
const work = () => {
  for (let turns = 0; putOff.size > 0; turns++) {
    if (turns > TURNS_MAX) throw new Error('React draws again and again, and never comes to rest.')
    for (const run of [...putOff]) run()
  }
}
/** Works until neither React nor the promises that have been kept by then leave anything to do. */
const settle = async () => {
  do {
    work()
    await new Promise((resolve) => setImmediate(resolve))
  } while (putOff.size > 0)
}

let depth = 0
/** Calls the function, then does React's work. Calls within calls wait for the outermost one. */
const act: Act = (callback) => {
  depth++
  const isAsync = (result: unknown): result is PromiseLike<unknown> =>
    typeof (result as PromiseLike<unknown> | undefined)?.then === 'function'
  let result: unknown
  try {
    result = callback()
  } catch (error) {
    depth--
    throw error
  }
  if (!isAsync(result)) {
    depth--
    if (depth === 0) work()
  }
  const finish = async () => {
    try {
      return await result
    } finally {
      await settle()
      if (isAsync(result)) depth--
    }
  }
  // Like React's own, it is a thenable: a call that nobody waits for is over already.
  let finished: Promise<unknown> | undefined
  const asked = isAsync(result) ? finish() : undefined
  return { then: (onDone, onFail) => (asked ?? (finished ??= finish())).then(onDone, onFail) }
}
if (!('act' in React)) Object.assign(React, { act })
