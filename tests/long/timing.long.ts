import { afterAll, beforeAll, expect, test } from 'vitest'
import { warmPasswords } from '../../server/modules/auth/passwords.ts'
import { createUser, unique } from '../support/factories.ts'
import { startTestApp, type TestApp } from '../support/server.ts'

const RUNS = Number(process.env['GUILDHALL_TIMING_RUNS'] ?? 200)
/** The first ones pay for connections, plans and compiled code. */
const WARM_UP = 20
const TOLERANCE = 0.1
type Kind = 'known' | 'unknown'

let server: TestApp
beforeAll(async () => {
  server = await startTestApp({ config: { trustedProxies: ['127.0.0.1'] } })
  await warmPasswords()
})
afterAll(() => server.close())

let calls = 0
/** From an address of its own each: a limit is another answer. */
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
const nobody = async () => `${unique('nobody')}x@example.org`

test.each([
  ['login', '/users/login', verified, (email: string) => ({ emailID: email, password: 'wrong password' })],
  [
    'login of an unverified account',
    '/users/login',
    unverified,
    (email: string) => ({ emailID: email, password: 'no' }),
  ],
  ['forgot-password', '/users/forgot-password', verified, (email: string) => ({ email })],
  ['resend', '/users/resend-otp', unverified, (email: string) => ({ email })],
  ['resend for a verified account', '/users/resend-otp', verified, (email: string) => ({ email })],
])(
  `%s: known and unknown addresses answer alike, and medians of ${RUNS} runs are within 10 %%`,
  async (name, path, known, bodyOf) => {
    const durations: Record<Kind, number[]> = { known: [], unknown: [] }
    const answers = new Set<string>()
    const measure = async (kind: Kind) => {
      const email = await (kind === 'known' ? known() : nobody())
      // What goes on after the last answer is over: it is not this one's time.
      await server.deps.background.idle()
      const { ms, answer } = await ask(path, bodyOf(email))
      durations[kind].push(ms)
      answers.add(answer)
    }
    for (let i = 0; i < RUNS + WARM_UP; i++)
      for (const kind of i % 2 ? (['known', 'unknown'] as const) : (['unknown', 'known'] as const)) await measure(kind)
    const [slow, fast] = [median(durations.known.slice(WARM_UP)), median(durations.unknown.slice(WARM_UP))]
    process.stdout.write(
      `${name}: known ${slow.toFixed(2)} ms, unknown ${fast.toFixed(2)} ms, ratio ${(slow / fast).toFixed(3)}\n`,
    )
    expect([...answers]).toHaveLength(1)
    expect(slow / fast).toBeGreaterThan(1 - TOLERANCE)
    expect(slow / fast).toBeLessThan(1 + TOLERANCE)
  },
  30_000 + RUNS * 1_000,
)
