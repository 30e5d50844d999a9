import { spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'

const times = (zone: string, asked: object) => {
  const script = `import { statementTimes } from '${new URL('earnings-file.ts', import.meta.url).pathname}'
    console.log(JSON.stringify(statementTimes(${JSON.stringify(asked)})))`
  const args = ['--input-type=module', '--eval', script]
  return JSON.parse(
    spawnSync(process.execPath, args, { env: { ...process.env, TZ: zone }, encoding: 'utf8' }).stdout,
  ) as object
}

test('[PAYOUT-15] a year and days of a statement are those of the person’s zone, also where the clocks change', () => {
  expect(times('Asia/Tokyo', { year: 2026 })).toEqual({
    from: '2025-12-31T15:00:00.000Z',
    to: '2026-12-31T15:00:00.000Z',
  })
  expect(times('Europe/Berlin', { from: '2026-03-29', to: '2026-03-29' })).toEqual({
    from: '2026-03-28T23:00:00.000Z',
    to: '2026-03-29T22:00:00.000Z',
  })
  expect(times('America/Los_Angeles', { to: '2026-12-31' })).toEqual({ to: '2027-01-01T08:00:00.000Z' })
  expect(times('UTC', {})).toEqual({})
})
