import fastify from 'fastify'
import { beforeAll, expect, test, vi } from 'vitest'
import { testApp } from '#support/server.ts'
import { serveDocs } from './docs.ts'
import { serveOpenApi } from './openapi.ts'

const server = testApp()
let page: string
beforeAll(async () => {
  page = (await server.app.inject('/docs')).body
})

const sources = () => [...page.matchAll(/\ssrc="([^"]+)"/g)].map(([, src = '']) => src)

test('the API reference at /docs runs only scripts from this server and none within the page, as the policy demands', () => {
  expect(sources()).toEqual([
    expect.stringMatching(/^\/docs\/scalar\.js\?[0-9a-f]{16}$/),
    expect.stringMatching(/^\/docs\/start\.js\?[0-9a-f]{16}$/),
  ])
  expect(page.replace(/<script src="[^"]+"><\/script>/g, '')).not.toMatch(
    /<script|<style|\son\w+=|<link(?! rel="icon" href="data:,">)|@import|url\(/,
  )
  expect([...page.matchAll(/\shref="([^"]+)"/g)].map(([, href]) => href)).toContain('/openapi.json')
})

test('its files may be cached for ever under their names, and are compressed for clients that accept that', async () => {
  for (const url of sources()) {
    const plain = await server.app.inject(url)
    const zipped = await server.app.inject({ url, headers: { 'accept-encoding': 'gzip, br' } })
    expect([plain.statusCode, plain.headers['content-encoding'], zipped.headers['content-encoding']]).toEqual([
      200,
      undefined,
      'gzip',
    ])
    for (const { headers } of [plain, zipped])
      expect(headers).toMatchObject({
        'content-type': 'text/javascript; charset=utf-8',
        'cache-control': 'public, max-age=31536000, immutable',
        vary: 'Origin, accept-encoding',
      })
    if (url.includes('scalar')) expect(zipped.rawPayload.length).toBeLessThan(plain.rawPayload.length / 3)
  }
})

test('it is configured to show the document and to call no other host', async () => {
  const { body } = await server.app.inject(sources()[1] ?? '')
  const told = JSON.parse(/^Scalar\.createApiReference\('#reference', (.*)\)\n$/.exec(body)?.[1] ?? '') as object
  expect(told).toMatchObject({
    url: '/openapi.json',
    withDefaultFonts: false,
    telemetry: false,
    agent: { disabled: true },
    hideTestRequestButton: true,
  })
})

test.each([
  ['/docs', '@scalar/fastify-api-reference'],
  ['/openapi.json', './openapi-document.ts'],
])('%s is there again at the request after one for which it could not be made', async (url, needed) => {
  const app = fastify()
  serveDocs(app)
  serveOpenApi(app, () => 'http://127.0.0.1')
  vi.doMock(needed, () => {
    throw new Error('It cannot be read.')
  })
  expect((await app.inject(url)).statusCode).toBe(500)
  vi.doUnmock(needed)
  expect((await app.inject(url)).statusCode).toBe(200)
  await app.close()
})
