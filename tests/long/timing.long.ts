import { afterAll, beforeAll, expect, test } from 'vitest'
import { createUser, unique } from '../support/factories.ts'
import { startTestApp, type TestApp } from '../support/server.ts'

const RUNS = Number(process.env['GUILDHALL_TIMING_RUNS'] ?? 200)
/** The first runs do not count, because they pay for connections, query plans and compiled code. */
const WARM_UP = 20
const TOLERANCE = 0.1
const ROUNDS_MAX = 5
type Kind = 'known' | 'unknown'

let server: TestApp
beforeAll(async () => {
  server = await startTestApp({ config: { trustedProxies: ['127.0.0.1'] } })
})
afterAll(() => server.close())

let calls = 0
/** Makes a call from a network address of its own, so that no limit refuses it, and measures it. */
const ask = async (path: string, body: object): Promise<{ ms: number; answer: string }> => {
  calls += 1
  const started = performance.now()
  const response = await fetch(`${server.origin}/api${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': `10.9.${calls >> 8}.${calls & 255}` },
    body: JSON.stringify(body),
  })
  const text = await response.text()
  const ms = performance.now() - started
  return { ms, answer: `${response.status} ${text.replace(/"requestId":"[^"]+"/, '')}` }
}
const median = (values: readonly number[]) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0

const verified = async () => (await createUser(server)).user.email
const unverified = async () => (await createUser(server, { isEmailVerified: false })).user.email

/** Makes all addresses before the first measurement, so that calls with known and unknown addresses follow each other alike. */
const addressesFor = async (known: () => Promise<string>, count: number): Promise<Record<Kind, string[]>> => {
  const addresses: Record<Kind, string[]> = { known: [], unknown: [] }
  for (let i = 0; i < count; i++) {
    addresses.known.push(await known())
    addresses.unknown.push(`${unique('nobody')}@example.org`)
  }
  return addresses
}

test.each([
  ['login', '/users/login', verified, (email: string) => ({ emailID: email, password: 'wrong password' })],
  ['login to unverified', '/users/login', unverified, (email: string) => ({ emailID: email, password: 'wrong' })],
  ['forgot-password', '/users/forgot-password', verified, (email: string) => ({ email })],
  ['resend', '/users/resend-otp', unverified, (email: string) => ({ email })],
  ['resend to verified', '/users/resend-otp', verified, (email: string) => ({ email })],
])(
  '%s: known and unknown addresses answer alike, with medians of hundreds of runs within a tenth of each other',
  async (name, path, known, bodyOf) => {
    const durations: Record<Kind, number[]> = { known: [], unknown: [] }
    const answers = new Set<string>()
    const measure = async (kind: Kind, email: string, isWarmUp: boolean) => {
      // Waits for work that goes on after the last answer, so that it does not slow the next call down.
      await server.deps.background.idle()
      const { ms, answer } = await ask(path, bodyOf(email))
      answers.add(answer)
      if (!isWarmUp) durations[kind].push(ms)
    }
    const measureMany = async (count: number, isWarmUp = false) => {
      const addresses = await addressesFor(known, count)
      for (let i = 0; i < count; i++)
        for (const kind of i % 2 ? (['known', 'unknown'] as const) : (['unknown', 'known'] as const))
          await measure(kind, addresses[kind][i] ?? '', isWarmUp)
    }
    await measureMany(WARM_UP, true)
    let ratio: number
    let rounds = 0
    do {
      await measureMany(RUNS)
      rounds += 1
      ratio = median(durations.known) / median(durations.unknown)
      process.stdout.write(
        `${name}: ${durations.known.length} runs each, known ${median(durations.known).toFixed(2)} ms, ` +
          `unknown ${median(durations.unknown).toFixed(2)} ms, ratio ${ratio.toFixed(3)}\n`,
      )
      // On a busy machine few runs can differ by chance. The difference of more runs, all counted, shows whether it stays.
    } while (Math.abs(ratio - 1) >= TOLERANCE && rounds < ROUNDS_MAX)
    expect([...answers]).toHaveLength(1)
    expect(ratio).toBeGreaterThan(1 - TOLERANCE)
    expect(ratio).toBeLessThan(1 + TOLERANCE)
  },
  60_000 + ROUNDS_MAX * RUNS * 1_000,
)
