import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '#support/server.ts'

const SCRIPT = 'console.log("the web build");'.repeat(50)
const INDEX = '<!doctype html><title>web build</title>'
let webDir: string
let server: TestApp
let bare: TestApp

beforeAll(async () => {
  const outside = await mkdtemp(join(tmpdir(), 'guildhall-web-'))
  await writeFile(join(outside, 'secret.txt'), 'secret')
  webDir = join(outside, 'web')
  await mkdir(join(webDir, 'assets'), { recursive: true })
  await writeFile(join(webDir, 'index.html'), INDEX)
  await writeFile(join(webDir, 'assets', 'index-a1b2.js'), SCRIPT)
  await writeFile(join(webDir, 'assets', 'index-a1b2.js.br'), brotliCompressSync(SCRIPT))
  await writeFile(join(webDir, 'assets', 'index-a1b2.js.gz'), gzipSync(SCRIPT))
  await writeFile(join(webDir, 'assets', 'plain-c3d4.css'), 'a{}')
  server = await startTestApp({ config: { webDir } })
  bare = await startTestApp({ url: server.databaseUrl, config: { webDir: join(outside, 'none') } })
})
afterAll(async () => {
  await bare.close()
  await server.close()
  await rm(join(webDir, '..'), { recursive: true, force: true })
})

const get = (url: string, headers: Record<string, string> = {}, at = server) => at.app.inject({ url, headers })
const HTML = { accept: 'text/html,application/xhtml+xml' }

test.each([
  '/',
  '/login',
  '/register?token=a&email=b%40c.d',
  '/projects/0189/tasks',
  '/profile/some-one',
  '/index.html',
])('a person who opens %s gets the app, which is never cached', async (url) => {
  const { statusCode, headers, body } = await get(url, HTML)
  expect({ statusCode, body }).toEqual({ statusCode: 200, body: INDEX })
  expect(headers['cache-control']).toBe('no-cache')
  expect(headers['content-type']).toContain('text/html')
  expect(headers['content-security-policy']).toContain("script-src 'self'")
})

test.each(['br', 'gzip', 'br, gzip, deflate', '*', 'identity'])(
  'a program that asks for the first page in any encoding (%s) gets the page, too',
  async (encoding) => {
    for (const headers of [{ accept: '*/*' }, {}] as Record<string, string>[]) {
      const { statusCode, body } = await get('/', { ...headers, 'accept-encoding': encoding })
      expect({ statusCode, body }).toEqual({ statusCode: 200, body: INDEX })
    }
  },
)

test('hashed files are cached for ever, and come from the compressed copy that the browser accepts', async () => {
  const url = '/assets/index-a1b2.js'
  const encodings = { 'br, gzip': 'br', gzip: 'gzip', identity: undefined }
  for (const [accepted, sent] of Object.entries(encodings)) {
    const { headers, statusCode } = await get(url, { 'accept-encoding': accepted })
    expect(statusCode).toBe(200)
    expect(headers['content-encoding']).toBe(sent)
    expect(headers['content-type']).toContain('javascript')
    expect(headers['cache-control']).toBe('public, max-age=31536000, immutable')
    expect(String(headers['vary']).toLowerCase()).toContain('accept-encoding')
  }
  const plain = await get('/assets/plain-c3d4.css', { 'accept-encoding': 'br, gzip' })
  expect([plain.statusCode, plain.headers['content-encoding']]).toEqual([200, undefined])
})

const addresses = ['/', '/login', '/market', '/register?token=x&email=y', '/project/0189/tasks', '/settings/account']
test.each([...addresses, '/login/', '/Market', '/settings/account/?a'])(
  'whoever takes anything, or does not say what, gets the page at %s: previews, link checkers and monitors',
  async (url) => {
    for (const headers of [{ accept: '*/*' }, { accept: 'text/*;q=0.9' }, { accept: 'TEXT/HTML' }, {}] as Record<
      string,
      string
    >[])
      for (const method of ['GET', 'HEAD'] as const) {
        const answer = await server.app.inject({ method, url, headers })
        expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8'])
      }
    expect((await get(url, { accept: 'image/avif' })).statusCode).toBe(url === '/' ? 200 : 404)
  },
)

test('what takes anything gets no page for an address that is none of a page, a call or a missing file', async () => {
  for (const url of ['/gone.js', '/market/a/b/c', '/api/no-such-call', '/assets/gone.js', '/.well-known/gone'])
    for (const headers of [{ accept: '*/*' }, {}] as Record<string, string>[])
      expect((await get(url, headers)).statusCode, url).toBe(404)
})

test('a missing script, image or call is a 404, and never the app’s page', async () => {
  expect((await get('/assets/gone-ffff.js', { accept: '*/*' })).statusCode).toBe(404)
  expect((await get('/assets/gone-ffff.js', { accept: '*/*' })).headers['cache-control'] ?? '').not.toContain(
    'immutable',
  )
  expect((await get('/api/gone', HTML)).statusCode).toBe(404)
  expect((await server.app.inject({ method: 'POST', url: '/login', headers: HTML })).statusCode).toBe(404)
})

test.each([
  '/../secret.txt',
  '/..%2fsecret.txt',
  '/%2e%2e/secret.txt',
  '/assets/..%2f..%2fsecret.txt',
  '/..\\secret.txt',
])('no file outside of the build is served: %s', async (url) => {
  expect((await get(url)).body).not.toContain('secret')
})

test('a server without a build answers only the API', async () => {
  expect((await get('/', HTML, bare)).statusCode).toBe(404)
  expect((await get('/health', {}, bare)).statusCode).toBe(200)
})

test('[DLG-02] an address with an empty part leads a person to the address without it; a call is not redirected', async () => {
  const empty = await get('/project//dialog?from=//mail', HTML)
  expect([empty.statusCode, empty.headers['location']]).toEqual([308, '/project/dialog?from=//mail'])
  // It never redirects to another host, whatever the slashes.
  expect((await get('//evil.example//', HTML)).headers['location']).toBeUndefined()
  expect((await get('https://evil.example//', HTML)).headers['location']).toBeUndefined()
  expect((await get('/api//users/profile', HTML)).headers['location']).toBeUndefined()
})
