import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '#support/server.ts'

let server: TestApp
let webDir: string
beforeAll(async () => {
  webDir = await mkdtemp(join(tmpdir(), 'guildhall-well-known-'))
  await writeFile(join(webDir, 'index.html'), '<!doctype html>')
  server = await startTestApp({ config: { webDir, publicUrl: 'https://guildhall.example.org' } })
})
afterAll(async () => {
  await server.close()
  await rm(webDir, { recursive: true, force: true })
})

test('security.txt names the contact for reports of weaknesses, and its expiry date', async () => {
  const { statusCode, headers, body } = await server.app.inject('/.well-known/security.txt')
  expect({ statusCode, type: headers['content-type'] }).toEqual({ statusCode: 200, type: 'text/plain; charset=utf-8' })
  const fields = Object.fromEntries(
    body
      .trim()
      .split('\n')
      .map((line) => line.split(/: (.*)/).slice(0, 2)),
  ) as Record<string, string>
  expect(fields).toEqual({
    Contact: 'mailto:security@guildhall.example.org',
    Expires: expect.any(String) as string,
    'Preferred-Languages': 'en',
    Canonical: 'https://guildhall.example.org/.well-known/security.txt',
  })
  // RFC 9116 wants a date in the future, less than a year away.
  const days = (new Date(fields['Expires'] ?? '').getTime() - server.clock.now().getTime()) / 86_400_000
  expect(days).toBeGreaterThan(100)
  expect(days).toBeLessThan(365)
})

test('the operator of the server may name another contact', async () => {
  const securityContact = 'https://example.org/report'
  const other = await startTestApp({ url: server.databaseUrl, config: { securityContact } })
  const { body } = await other.app.inject('/.well-known/security.txt')
  await other.close()
  expect(body).toMatch(/^Contact: https:\/\/example\.org\/report$/m)
})

test('a password manager is redirected to the screen for a forgotten password', async () => {
  const { statusCode, headers } = await server.app.inject('/.well-known/change-password')
  expect({ statusCode, to: headers['location'] }).toEqual({ statusCode: 302, to: '/login?view=forgot' })
})

test('a missing file in this folder is a 404, also for a person: password managers test whether the server tells the truth', async () => {
  const url = '/.well-known/resource-that-should-not-exist-whose-status-code-should-not-be-200'
  expect((await server.app.inject({ url, headers: { accept: 'text/html' } })).statusCode).toBe(404)
})
