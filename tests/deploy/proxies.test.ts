import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, request, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { freePort } from '../support/free-port.ts'

const MIB = 1024 * 1024
const deploy = join(import.meta.dirname, '..', '..', 'deploy')
const isThere = (program: string, ...args: string[]) => spawnSync(program, args, { stdio: 'ignore' }).status === 0

let scratch: string
let upstream: Server
/** Starts a server behind the proxy. It answers with the headers and bytes that reached it; /stream sends one piece and never ends. */
beforeAll(async () => {
  scratch = mkdtempSync(join(tmpdir(), 'guildhall-proxies-'))
  upstream = createServer((incoming, answer) => {
    if (incoming.url === '/stream') return void answer.write('first')
    let bytes = 0
    incoming.on('data', (chunk: Buffer) => (bytes += chunk.length))
    incoming.on('end', () => answer.end(JSON.stringify({ headers: incoming.headers, bytes })))
  })
  await new Promise<void>((resolve) => upstream.listen(0, '127.0.0.1', resolve))
})
afterAll(() => {
  upstream.closeAllConnections()
  upstream.close()
  rmSync(scratch, { recursive: true, force: true })
})

const upstreamAt = () => `127.0.0.1:${(upstream.address() as AddressInfo).port}`

/** The sample with addresses of the test, and without certificates, which the test does not have. */
const nginxFile = (port: number): string => {
  const sample = readFileSync(join(deploy, 'nginx.conf'), 'utf8')
    .replaceAll('server 127.0.0.1:4310', `server ${upstreamAt()}`)
    // Removes the server block that redirects from http to https.
    .replace(/^server \{[^{}]*return 301[^{}]*\}\n/m, '')
    .replace(/^ +listen \[::\]:443 .*\n/m, '')
    .replace('listen 443 ssl http2;', `listen 127.0.0.1:${port} default_server;`)
    .replace(/^ +ssl_.*\n/gm, '')
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${join(scratch, name)};`,
  )
  const path = join(scratch, 'nginx.conf')
  writeFileSync(
    path,
    [
      'daemon off; master_process off;',
      `pid ${join(scratch, 'nginx.pid')}; error_log stderr warn;`,
      `events {}\nhttp { access_log off; ${temporary.join(' ')}\n${sample}}`,
    ].join('\n'),
  )
  return path
}

const caddyFile = (): string => {
  const path = join(scratch, 'Caddyfile')
  writeFileSync(path, `{\n\tadmin off\n}\n${readFileSync(join(deploy, 'Caddyfile'), 'utf8')}`)
  return path
}

const proxies = [
  {
    name: 'nginx',
    isHere: isThere('nginx', '-v'),
    check: (port: number) => spawnSync('nginx', ['-t', '-c', nginxFile(port)], { encoding: 'utf8' }),
    start: (port: number) => spawn('nginx', ['-c', nginxFile(port)], { stdio: 'ignore' }),
  },
  {
    name: 'caddy',
    isHere: isThere('caddy', 'version'),
    check: () =>
      spawnSync('caddy', ['validate', '--adapter', 'caddyfile', '--config', caddyFile()], { encoding: 'utf8' }),
    start: (port: number) =>
      spawn('caddy', ['run', '--adapter', 'caddyfile', '--config', caddyFile()], {
        env: { ...process.env, SITE: `http://127.0.0.1:${port}`, UPSTREAM: upstreamAt(), HOME: scratch },
        stdio: 'ignore',
      }),
  },
]

// These tests run where the proxy is installed; no other test needs it.
describe.each(
  proxies.map((proxy) => ({
    ...proxy,
    title: proxy.isHere ? proxy.name : `${proxy.name}, which is not installed here`,
  })),
)('the sample for $title', ({ isHere, check, start }) => {
  const testHere = test.skipIf(!isHere)
  let child: ChildProcess | undefined
  let origin: string
  beforeAll(async () => {
    if (!isHere) return
    const port = await freePort()
    origin = `http://127.0.0.1:${port}`
    child = start(port)
    await vi.waitFor(async () => expect((await fetch(origin)).status).toBe(200), { timeout: 20_000, interval: 50 })
  })
  afterAll(async () => {
    const gone = new Promise((resolve) => child?.once('exit', resolve))
    if (child?.kill('SIGKILL')) await gone
  })
  const post = (bytes: number) => fetch(`${origin}/api/files`, { method: 'POST', body: new Uint8Array(bytes) })

  testHere('is accepted by the program', async () => {
    const { status, stderr } = check(await freePort())
    expect({ status, stderr }).toMatchObject({ status: 0 })
  })

  testHere(
    "tells the server the caller's true address, whatever the caller says, and the name that they called",
    async () => {
      const answer = await fetch(`${origin}/api`, { headers: { 'x-forwarded-for': '203.0.113.7, 198.51.100.1' } })
      const { headers } = (await answer.json()) as { headers: Record<string, string> }
      expect(headers).toMatchObject({ 'x-forwarded-for': '127.0.0.1', 'x-forwarded-proto': 'http' })
      expect(headers['host']).toBe(new URL(origin).host)
    },
  )

  testHere('lets the largest file through, and refuses a much larger body', async () => {
    const form = 25 * MIB + 64 * 1024
    expect(await (await post(form)).json()).toMatchObject({ bytes: form })
    // Caddy 2.6 answers a body that is too large with 502, later ones with 413; closing the connection is a refusal, too.
    const refusal = await post(30 * MIB).then(
      ({ status }) => status,
      () => 413,
    )
    expect([413, 502]).toContain(refusal)
  })

  testHere('passes a streamed answer on piece by piece', async () => {
    const first = await new Promise((resolve, reject) => {
      const asked = request(`${origin}/stream`, (answer) => {
        answer.once('data', (chunk: Buffer) => {
          resolve(chunk.toString())
          asked.destroy()
        })
      })
      asked.on('error', reject).end()
    })
    expect(first).toBe('first')
  })

  testHere.each(
    ['metrics', 'livez', 'readyz'].flatMap((name) => [
      `/${name}`,
      `/${name}/`,
      `/${name}/x`,
      `//${name}`,
      `/${name}?x`,
    ]),
  )('does not pass %s on', async (path) => {
    expect((await fetch(`${origin}${path}`)).status).toBe(404)
  })

  testHere.each(['/health', '/metricsx', '/api/livez'])('passes %s on', async (path) => {
    expect((await fetch(`${origin}${path}`)).status).toBe(200)
  })
})
