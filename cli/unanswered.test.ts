import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync } from 'node:fs'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { runCommand } from '../tests/support/cli-runner.ts'
import { refusalAnswer, startScriptedServer } from '../tests/support/scripted-server.ts'

const page = { headers: { 'content-type': 'text/html' }, body: '<h1>It works!</h1>' }
let other: Awaited<ReturnType<typeof startScriptedServer>>
let selfSigned: ReturnType<typeof createServer>
beforeAll(async () => {
  other = await startScriptedServer(({ path }) => {
    if (path.startsWith('/missing')) return { ...page, status: 404 }
    if (path.startsWith('/proxy')) return { ...page, status: 502 }
    if (path.startsWith('/broken')) return refusalAnswer(500, 'INTERNAL', 'Something went wrong on our side.')
    return page
  })
  const folder = mkdtempSync(join(tmpdir(), 'guildhall-cli-tls-'))
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')]
  const request = ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', '2']
  execFileSync('openssl', [...request, '-subj', '/CN=localhost', '-keyout', key, '-out', cert], { stdio: 'ignore' })
  selfSigned = createServer({ key: readFileSync(key), cert: readFileSync(cert) }, (_, response) => response.end())
  await new Promise<void>((resolve) => selfSigned.listen(0, '127.0.0.1', resolve))
})
afterAll(async () => {
  selfSigned.close()
  await other.close()
})

const whoami = (server: string, ...more: string[]) =>
  runCommand(['whoami', '--server', server, ...more], { env: { GUILDHALL_TOKEN: 'a-secret-token' } })

test('[CLI-18] the messages tell faults of TLS, of the address and of a wrong server apart', async () => {
  const { port } = selfSigned.address() as AddressInfo
  for (const [server, words] of [
    [`https://127.0.0.1:${port}`, 'its certificate is not to be trusted'],
    [`https://127.0.0.1:${other.port}`, 'it does not speak TLS there'],
    ['http://127.0.0.1:1', 'connection refused'],
    [other.origin, 'is no Guildhall server'],
    [`${other.origin}/missing`, 'is no Guildhall server, or one of another release (HTTP 404)'],
    [`${other.origin}/proxy`, 'the server is not there at the moment (HTTP 502)'],
  ] as const) {
    const result = await whoami(server)
    expect(result, server).toMatchObject({ exitCode: 1, stdout: '' })
    expect(result.stderr).toContain(words)
  }
  const unknown = await whoami('https://no-such-host.invalid')
  expect(unknown.stderr).toMatch(/\(DNS/)
})

test('[CLI-18] a fault of the server is printed with its request ID; --debug prints each call, and no token', async () => {
  const { stderr } = await whoami(`${other.origin}/broken`, '--debug')
  expect(stderr).toContain('(request req-1)')
  expect(stderr).toContain(`debug: GET ${other.origin}/broken/api/users/profile: 500 application/json`)
  expect(stderr).toContain('debug: users.profile: 500 INTERNAL')
  expect(stderr).not.toContain('a-secret-token')
  const refused = await whoami('http://127.0.0.1:1', '--debug')
  expect(refused.stderr).toContain('no answer: ECONNREFUSED')
})
