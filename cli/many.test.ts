import { afterEach, expect, test } from 'vitest'
import { pace } from './output/progress.ts'
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

/**
 * Starts a server that gives the invitations these answers, one after the other, and whose waitlist is empty unless
 * `list` says otherwise.
 */
const serve = async (answers: ScriptedAnswer[], list = nobody) => {
  const server = await startScriptedServer(({ method }) =>
    method === 'GET' ? list : (answers.shift() ?? refusalAnswer(500, 'INTERNAL', 'One too many.')),
  )
  close = server.close
  return { GUILDHALL_SERVER_URL: server.origin, GUILDHALL_TOKEN: 't' }
}
const addresses = ['p1@example.org', 'p2@example.org', 'p3@example.org']

test('[CLI-12] a mail that fails is the failure of one address; the other addresses are tried all the same', async () => {
  const env = await serve([invited(1), refusalAnswer(500, 'INTERNAL', 'The mail could not be sent.'), invited(3)])
  const { exitCode, stdout } = await runCommand(['waitlist', 'invite', ...addresses], { env })
  expect(exitCode).toBe(5)
  expect(stdout.split('\n').map((line) => line.split(/\s+/)[0])).toEqual(['invited', 'failed', 'invited', ''])
  expect(stdout).toContain('The mail could not be sent. (request req-1)')
})

test('[CLI-12] [CLI-16] when the session ends half-way, the results until then are printed', async () => {
  const env = await serve([invited(1), refusalAnswer(401, 'NOT_AUTHENTICATED', 'Please log in.')])
  const { exitCode, stdout, stderr } = await runCommand(['waitlist', 'invite', '--json', ...addresses], { env })
  expect(exitCode).toBe(3)
  const left = { status: 'untried', message: 'not tried, since the session ended' }
  expect(JSON.parse(stdout)).toMatchObject({
    results: [
      { email: 'p1@example.org', status: 'invited', message: 'invitation sent' },
      { email: 'p2@example.org', ...left },
      { email: 'p3@example.org', ...left },
    ],
    invited: 1,
    skipped: 0,
    failed: 0,
    untried: 2,
  })
  expect(stderr).toContain('2 of 3 addresses are left; the same command goes on with them.')
  expect(stderr).toContain('Your session has ended.')
})

test('[CLI-18] text from a server cannot control the terminal', async () => {
  const hostile = refusalAnswer(422, 'INVALID_INPUT', 'No \u001b[2Jscreen')
  const env = await serve([hostile], hostile)
  for (const args of [
    ['waitlist', 'list'],
    ['waitlist', 'invite', 'p1@example.org'],
  ]) {
    const { stdout, stderr } = await runCommand(args, { env })
    expect(stdout + stderr).toContain('screen')
    expect(stdout + stderr).not.toContain('\u001b')
  }
})

test('[CLI-12] after a 429 the CLI waits for as long as the server asks', async () => {
  const limited = refusalAnswer(429, 'RATE_LIMITED', 'Too many requests.', { 'retry-after': '1' })
  const env = await serve([invited(1), limited, limited, invited(2), invited(3)])
  const started = Date.now()
  const { exitCode, stdout } = await runCommand(['waitlist', 'invite', ...addresses], { env })
  expect(exitCode).toBe(0)
  expect(stdout.match(/^invited/gm)).toHaveLength(3)
  expect(Date.now() - started).toBeGreaterThan(2000)
})

test('[CLI-12] a limit that is longer than a person waits is the failure of that address', async () => {
  const env = await serve([refusalAnswer(429, 'RATE_LIMITED', 'Too many requests.', { 'retry-after': '3600' })])
  const { exitCode, stdout } = await runCommand(['waitlist', 'invite', 'p1@example.org'], { env })
  expect(exitCode).toBe(1)
  expect(stdout).toContain('Too many requests.')
})

test('[CLI-12] a call to a server that is away for a moment is repeated; one that stays away leaves the rest untried', async () => {
  const away = refusalAnswer(503, 'UNAVAILABLE', 'The database is away.')
  const short = await serve([invited(1), away, { isCut: true }, invited(2), invited(3)])
  const back = await runCommand(['waitlist', 'invite', ...addresses], { env: short })
  expect(back).toMatchObject({ exitCode: 0 })
  expect(back.stdout.match(/^invited/gm)).toHaveLength(3)
  close()
  const long = await serve([invited(1), away, away, away, away, away])
  const gone = await runCommand(['waitlist', 'invite', ...addresses], { env: long })
  expect(gone.exitCode).toBe(5)
  expect(gone.stdout.split('\n').map((line) => line.split(/\s+/)[0])).toEqual(['invited', 'failed', 'untried', ''])
}, 60_000)

test('[CLI-12] [CLI-16] after Ctrl-C the results until then are printed, in JSON too', async () => {
  const signalled = { pid: 0 }
  const server = await startScriptedServer(async ({ method }) => {
    if (method === 'GET') return nobody
    if (server.heard.length === 2) process.kill(signalled.pid, 'SIGINT')
    await new Promise((resolve) => setTimeout(resolve, 100))
    return invited(server.heard.length)
  })
  close = server.close
  const env = { GUILDHALL_SERVER_URL: server.origin, GUILDHALL_TOKEN: 't' }
  const { exitCode, stdout, stderr } = await runCommand(['waitlist', 'invite', '--json', ...addresses], {
    env,
    onStart: (pid) => (signalled.pid = pid),
  })
  expect(exitCode).toBe(130)
  expect(JSON.parse(stdout)).toMatchObject({ invited: 2, failed: 0, untried: 1 })
  expect(stderr).toContain('2 invited, 0 skipped, 0 failed, 1 not tried.')
  expect(stderr).toContain('Interrupted. 1 of 3 addresses are left')
})

test('the rate and the time left are printed once a second has passed', () => {
  expect(pace(10, 100, 900)).toBe('')
  expect(pace(176, 10_000, 2_070)).toBe('85/s, 1 min 56 s left, ')
  expect(pace(3, 6, 2_000)).toBe('1.5/s, 2 s left, ')
  expect(pace(1, 10_000, 2_000)).toBe('0.5/s, 5 h 33 min left, ')
})
