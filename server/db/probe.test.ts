import { afterEach, expect, test, vi } from 'vitest'
import { postgresUrl } from '#support/postgres.ts'
import { createProbe } from './probe.ts'

const probe = createProbe(postgresUrl())
afterEach(async () => {
  vi.useRealTimers()
  await probe.close()
})

test('one connection of the probe stays open, so that a full disk, with which there are no new ones, does not change the answer', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const pid = async () => (await probe.ask<{ pid: number }>('select pg_backend_pid() as pid'))[0]?.pid
  const first = await pid()
  vi.advanceTimersByTime(3_600_000)
  expect(first).toBeGreaterThan(0)
  expect(await pid()).toBe(first)
})
