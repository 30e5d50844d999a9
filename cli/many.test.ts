import { afterEach, expect, test } from 'vitest'
import { runCommand } from '../tests/support/cli-runner.ts'
import { refusalAnswer, type ScriptedAnswer, startScriptedServer } from '../tests/support/scripted-server.ts'

const nobody: ScriptedAnswer = {
  status: 200,
  body: { data: [], pagination: { page: 1, limit: 100, total: 0, totalPages: 0 } },
}
const invited = (number: number): ScriptedAnswer => {
  const id = `01890000-0000-7000-8000-00000000000${number}`
  const time = '2026-01-05T10:00:00.000Z'
  const data = { id, email: `p${number}@example.org`, isInvited: true, lastInvitedAt: time, createdAt: time }
  return { status: 200, body: { data } }
}
let close: () => unknown = () => undefined
afterEach(() => close())

/** A server that answers each invitation as told, in turn, and knows nobody unless told otherwise. */
const serve = async (answers: ScriptedAnswer[], list = nobody) => {
  const server = await startScriptedServer(({ method }) =>
    method === 'GET' ? list : (answers.shift() ?? refusalAnswer(500, 'INTERNAL', 'One too many.')),
  )
  close = server.close
  return { GUILDHALL_SERVER_URL: server.origin, GUILDHALL_TOKEN: 't' }
}
const addresses = ['p1@example.org', 'p2@example.org', 'p3@example.org']

test('[CLI-12] a mail that fails is one address’s failure; the others are tried all the same', async () => {
  const env = await serve([invited(1), refusalAnswer(503, 'UNAVAILABLE', 'The mail could not be sent.'), invited(3)])
  const { exitCode, stdout } = await runCommand(['waitlist', 'invite', ...addresses], { env })
  expect(exitCode).toBe(5)
  expect(stdout.split('\n').map((line) => line.split(/\s+/)[0])).toEqual(['invited', 'failed', 'invited', ''])
  expect(stdout).toContain('The mail could not be sent.')
})

test('[CLI-12] [CLI-16] when the session ends on the way, what was done until then is told', async () => {
  const env = await serve([invited(1), refusalAnswer(401, 'NOT_AUTHENTICATED', 'Please log in.')])
  const { exitCode, stdout, stderr } = await runCommand(['waitlist', 'invite', '--json', ...addresses], { env })
  expect(exitCode).toBe(3)
  expect(JSON.parse(stdout)).toEqual({
    results: [{ email: 'p1@example.org', status: 'invited', message: 'invitation sent' }],
    invited: 1,
    skipped: 0,
    failed: 0,
  })
  expect(stderr).toContain('Your session has ended.')
})

test('[CLI-18] what a server says cannot drive the terminal', async () => {
  const env = await serve([], refusalAnswer(422, 'INVALID_INPUT', 'No \u001b[2Jscreen'))
  for (const args of [
    ['waitlist', 'list'],
    ['waitlist', 'invite', 'p1@example.org'],
  ]) {
    const { stdout, stderr } = await runCommand(args, { env })
    expect(stdout + stderr).toContain('screen')
    expect(stdout + stderr).not.toContain('\u001b')
  }
})

test('[CLI-12] a server that limits us is waited for as long as it asks', async () => {
  const limited = refusalAnswer(429, 'RATE_LIMITED', 'Too many requests.', { 'retry-after': '1' })
  const env = await serve([invited(1), limited, limited, invited(2), invited(3)])
  const started = Date.now()
  const { exitCode, stdout } = await runCommand(['waitlist', 'invite', ...addresses], { env })
  expect(exitCode).toBe(0)
  expect(stdout.match(/^invited/gm)).toHaveLength(3)
  expect(Date.now() - started).toBeGreaterThan(2000)
})

test('[CLI-12] a limit longer than a person waits is the failure of that address', async () => {
  const env = await serve([refusalAnswer(429, 'RATE_LIMITED', 'Too many requests.', { 'retry-after': '3600' })])
  const { exitCode, stdout } = await runCommand(['waitlist', 'invite', 'p1@example.org'], { env })
  expect(exitCode).toBe(1)
  expect(stdout).toContain('Too many requests.')
})
