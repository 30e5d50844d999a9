import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createLogger } from './log.ts'
import { WINDOW_MS } from './repeated-faults.ts'

type Line = { msg: string; level: number; times?: number; code?: string; err?: unknown }
let lines: Line[]
const logger = () => createLogger('info', { write: (line) => void lines.push(JSON.parse(line) as Line) })
const refused = () => Object.assign(new Error('connect ECONNREFUSED 127.0.0.1:5432'), { code: 'ECONNREFUSED' })

beforeEach(() => {
  lines = []
  vi.useFakeTimers()
})
afterEach(() => vi.useRealTimers())

test('an outage of the database writes one full line of each kind, and then only numbers', () => {
  const log = logger()
  for (let times = 0; times < 500; times++) log.error({ err: refused(), reqId: String(times) }, 'request failed')
  log.child({}).error({ err: new Error('timeout exceeded when trying to connect') }, 'jobs cannot be read')
  expect(lines.map(({ msg }) => msg)).toEqual(['request failed', 'jobs cannot be read'])
  expect(lines[0]?.err).toMatchObject({ stack: expect.any(String) as string })
  vi.advanceTimersByTime(WINDOW_MS)
  expect(lines.slice(2)).toMatchObject([{ msg: 'request failed, again', level: 50, times: 499, code: 'ECONNREFUSED' }])
  // While the outage goes on, only numbers are logged. After it nothing is, and the next error is logged in full.
  log.error({ err: refused() }, 'request failed')
  vi.advanceTimersByTime(3 * WINDOW_MS)
  expect(lines.slice(3)).toMatchObject([{ msg: 'request failed, again', times: 1 }])
  log.error({ err: refused() }, 'request failed')
  expect(lines.at(-1)?.err).toBeDefined()
})

test('errors of our own are logged each time, however many there are', () => {
  const log = logger()
  for (let times = 0; times < 5; times++) log.error({ err: new TypeError('x is not a function') }, 'request failed')
  for (let times = 0; times < 5; times++) log.info('answered')
  expect(lines.filter(({ msg }) => msg === 'request failed')).toHaveLength(5)
  expect(lines.filter(({ msg }) => msg === 'answered')).toHaveLength(5)
})
