import fc from 'fast-check'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { unimplemented } from '#support/electron-stand-in/strict.ts'
import { contentSecurityPolicy } from './content-security-policy.ts'
import { appOrigin, createAppFiles } from './app-scheme.ts'

vi.mock('electron', () => ({ protocol: unimplemented('protocol') }))

let folder: string
let get: (path: string, method?: string) => Promise<Response>

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'guildhall-page-'))
  await mkdir(join(folder, 'renderer', 'assets'), { recursive: true })
  await mkdir(join(folder, 'renderer-not'))
  await writeFile(join(folder, 'renderer', 'index.html'), '<!doctype html>page')
  await writeFile(join(folder, 'renderer', 'assets', 'a.js'), 'code')
  await writeFile(join(folder, 'renderer', 'assets', 'a.key'), 'secret')
  await writeFile(join(folder, 'renderer-not', 'x.js'), 'secret')
  await writeFile(join(folder, 'package.json'), 'secret')
  const files = createAppFiles(join(folder, 'renderer'))
  get = (path, method = 'GET') => files({ url: path.includes('://') ? path : appOrigin + path, method })
})
afterAll(() => rm(folder, { recursive: true, force: true }))

describe('the app’s own scheme', () => {
  test("[DESK-30] the scheme serves the app's files, and index.html for the router’s addresses", async () => {
    const script = await get('/assets/a.js')
    expect(await script.text()).toBe('code')
    expect(script.headers.get('content-type')).toContain('text/javascript')
    for (const path of ['/', '/login', '/project/1/dialog?x=1'])
      expect(await (await get(path)).text()).toContain('page')
  })

  test.each(['POST', 'PUT', 'DELETE', 'HEAD', 'OPTIONS'])('[DESK-30] the method %s is refused', async (method) => {
    expect((await get('/', method)).status).toBe(405)
  })

  test.each([
    '/../package.json',
    '/%2e%2e/package.json',
    '/..%2fpackage.json',
    '/assets/..%2f..%2fpackage.json',
    '/..%5cpackage.json',
    '/../renderer-not/x.js',
    '/..%2frenderer-not%2fx.js',
    '/a.js%00.html',
    '/%zz.js',
    '/assets/a.key',
    '/missing.js',
    'guildhall-app://other/assets/a.js',
    'file:///etc/passwd',
  ])('[DESK-30] the address %s is answered with no file', async (path) => {
    const answer = await get(path)
    expect(answer.status).toBe(404)
    expect(await answer.text()).toBe('')
  })

  test('[DESK-30] whatever an address is made of, it never leads out of the folder', async () => {
    const step = fc.constantFrom(
      ...['../', '..%2f', '%2e%2e%2f', '%2E./', '..%5c', '..\\', '%252e%252e/', '%c0%ae%c0%ae/', './', '//', 'assets/'],
    )
    const end = fc.constantFrom(
      ...['assets/a.js', 'a.js', 'a.key', 'package.json', 'renderer-not/x.js', 'renderer-not%2fx.js', 'a.js%00', ''],
    )
    const way = fc.tuple(fc.array(step, { maxLength: 4 }), end).map(([steps, last]) => `/${steps.join('')}${last}`)
    let served = 0
    await fc.assert(
      fc.asyncProperty(way, async (path) => {
        const text = await (await get(path)).text()
        expect(['', 'code', '<!doctype html>page']).toContain(text)
        if (text === 'code') served += 1
      }),
      { numRuns: 3_000, seed: 30 },
    )
    expect(served).toBeGreaterThan(0)
  })

  test('[DESK-30] every answer carries the content security policy, refusals too', async () => {
    for (const answer of [await get('/'), await get('/', 'POST'), await get('/missing.js')]) {
      expect(answer.headers.get('content-security-policy')).toBe(contentSecurityPolicy)
      expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
    }
  })

  test('[DESK-30] the content security policy allows no inline script, no eval, no other origin, no frame', () => {
    const policy = new Map(
      contentSecurityPolicy.split('; ').map((one): [string, string] => {
        const [name = '', ...sources] = one.split(' ')
        return [name, sources.join(' ')]
      }),
    )
    expect(policy.get('default-src')).toBe("'none'")
    expect(policy.get('script-src')).toBe("'self'")
    expect(policy.get('connect-src')).toBe("'self'")
    expect(policy.get('worker-src')).toBe("'self'")
    for (const name of ['frame-src', 'object-src', 'base-uri', 'form-action', 'frame-ancestors'])
      expect(policy.get(name), name).toBe("'none'")
    expect(contentSecurityPolicy).not.toMatch(/https?:|unsafe-eval|\*/)
  })
})
