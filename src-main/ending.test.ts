import { expect, test, vi } from 'vitest'
import { createEnding } from './ending.ts'

/** An app with an embedded server, and Electron's event that asks whether the app may quit. */
const running = (hasServer = true) => {
  const did: string[] = []
  let server = hasServer ? { stop: () => Promise.resolve(did.push('stopped')) } : undefined
  const ending = createEnding({
    takeServer: () => {
      const taken = server
      server = undefined
      return taken
    },
    quit: () => did.push('quit'),
  })
  const mayGo = () => {
    const preventDefault = vi.fn()
    ending.willQuit({ preventDefault })
    return preventDefault.mock.calls.length === 0
  }
  return { ending, did, mayGo }
}

test('the app ends when its embedded server has stopped, and at once without one', async () => {
  const app = running()
  expect(app.mayGo()).toBe(false)
  await expect.poll(() => app.did).toEqual(['stopped', 'quit'])
  expect(app.mayGo()).toBe(true)
  expect(running(false).mayGo()).toBe(true)
})

test('an update is installed after the embedded server has stopped, or without one; the quitting of the installation passes', async () => {
  for (const hasServer of [true, false]) {
    const { ending, did, mayGo } = running(hasServer)
    ending.thenInstall(() => did.push('installed'))
    expect(mayGo()).toBe(false)
    await expect.poll(() => did).toEqual(hasServer ? ['stopped', 'installed'] : ['installed'])
    expect(mayGo()).toBe(true)
  }
})

test('a person who kept the window open gets no update installed when they quit later', async () => {
  const { ending, did, mayGo } = running()
  ending.thenInstall(() => did.push('installed'))
  ending.keepRunning()
  mayGo()
  await expect.poll(() => did).toEqual(['stopped', 'quit'])
})
