import { beforeEach, expect, test, vi } from 'vitest'
import { contract } from '../contract/index.ts'
import { createChanges } from './changes.ts'
import type { Transport } from './transport.ts'

beforeEach(() => void vi.useFakeTimers({ now: 1_000_000 }))

const said: Array<number | undefined> = []
const inner: Transport = (_call, _endpoint, options) => {
  said.push(options?.changedAgo)
  return Promise.resolve({ ok: true, status: 200, data: {} })
}
const call = { operation: '', input: {} }
const { get: read, update: write } = contract.projects

test('[BUILD-06] a program says for five seconds how long ago it changed or heard something', async () => {
  said.length = 0
  let changedAt = 0
  const { over, note } = createChanges({ read: () => changedAt, write: (at) => void (changedAt = at) })
  const send = over(inner)
  await send(call, read)
  await send(call, write)
  vi.advanceTimersByTime(40)
  await send(call, read)
  vi.advanceTimersByTime(4_960)
  await send(call, read)
  note()
  await send(call, read)
  expect(said).toEqual([undefined, undefined, 40, undefined, 0])
})

test('[BUILD-06] a write that is under way counts', async () => {
  said.length = 0
  const { over } = createChanges()
  const send = over((given, endpoint, options) =>
    endpoint === write ? new Promise<never>(() => undefined) : inner(given, endpoint, options),
  )
  vi.advanceTimersByTime(5_000)
  void send(call, write)
  vi.advanceTimersByTime(30)
  await send(call, read)
  expect(said).toEqual([30])
})

test('[BUILD-06] a write without an answer counts, and so does what was done before the program began', async () => {
  said.length = 0
  const { over } = createChanges()
  const failing = over((_call, endpoint, options) =>
    endpoint === write ? Promise.reject(new Error('no answer')) : inner(_call, endpoint, options),
  )
  vi.advanceTimersByTime(10)
  await failing(call, read)
  vi.advanceTimersByTime(5_000)
  await expect(failing(call, write)).rejects.toThrow('no answer')
  await failing(call, read)
  expect(said).toEqual([10, 0])
})
