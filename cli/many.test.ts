import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { runCommand } from '../tests/support/cli-runner.ts'

type Answer = { status: number; body: unknown }
const nobody: Answer = { status: 200, body: { data: [], pagination: { page: 1, limit: 100, total: 0, totalPages: 0 } } }
const invited = (number: number): Answer => {
  const id = `01890000-0000-7000-8000-00000000000${number}`
  const time = '2026-01-05T10:00:00.000Z'
  const data = { id, email: `p${number}@example.org`, isInvited: true, lastInvitedAt: time, createdAt: time }
  return { status: 200, body: { data } }
}
const refusal = (status: number, code: string, message: string): Answer => ({
  status,
  body: { message, code, requestId: 'r1' },
})

let close: () => void = () => undefined
afterEach(() => close())

/** A server that answers each invitation as told, in turn, and knows nobody unless told otherwise. */
const serve = async (answers: Answer[], list = nobody) => {
  const server = createServer((request: IncomingMessage, response) => {
    request.resume()
    const answer = request.method === 'GET' ? list : (answers.shift() ?? refusal(500, 'INTERNAL', 'One too many.'))
    response.writeHead(answer.status, { 'content-type': 'application/json' }).end(JSON.stringify(answer.body))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  close = () => server.close()
  return { GUILDHALL_SERVER_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, GUILDHALL_TOKEN: 't' }
}
const addresses = ['p1@example.org', 'p2@example.org', 'p3@example.org']

test('[CLI-12] a mail that fails is one address’s failure; the others are tried all the same', async () => {
  const env = await serve([invited(1), refusal(503, 'UNAVAILABLE', 'The mail could not be sent.'), invited(3)])
  const { exitCode, stdout } = await runCommand(['waitlist', 'invite', ...addresses], { env })
  expect(exitCode).toBe(5)
  expect(stdout.split('\n').map((line) => line.split(/\s+/)[0])).toEqual(['invited', 'failed', 'invited', ''])
  expect(stdout).toContain('The mail could not be sent.')
})

test('[CLI-12] [CLI-16] when the session ends on the way, what was done until then is told', async () => {
  const env = await serve([invited(1), refusal(401, 'NOT_AUTHENTICATED', 'Please log in.')])
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
  const env = await serve([], refusal(422, 'INVALID_INPUT', 'No \u001b[2Jscreen'))
  for (const args of [
    ['waitlist', 'list'],
    ['waitlist', 'invite', 'p1@example.org'],
  ]) {
    const { stdout, stderr } = await runCommand(args, { env })
    expect(stdout + stderr).toContain('screen')
    expect(stdout + stderr).not.toContain('\u001b')
  }
})
