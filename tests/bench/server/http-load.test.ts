import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { askOnce, compareLoads, median, putUnderLoad, quantile, writeRequest } from './http-load.ts'

let status = 200
const seen: string[] = []
const server = createServer((request, response) => {
  let body = ''
  request.on('data', (chunk: Buffer) => (body += chunk.toString()))
  request.on('end', () => {
    seen.push(`${request.method} ${request.url} ${request.headers.authorization ?? '-'} ${body}`)
    const text = request.url === '/long' ? 'é'.repeat(200_000) : 'yes'
    response.writeHead(status, { 'content-length': Buffer.byteLength(text) })
    response.end(status === 304 ? undefined : text)
  })
})
let origin = ''
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => server.close())

test('a request arrives whole, and an answer in many pieces is read to its end', async () => {
  await askOnce(origin, { method: 'POST', path: '/x', token: 't', body: { a: 'é' } })
  expect(seen.at(-1)).toBe('POST /x Bearer t {"a":"é"}')
  const answer = await askOnce(origin, { method: 'GET', path: '/long' })
  expect([answer.status, answer.body.length]).toEqual([200, 400_000])
})

const load = { clients: 3, seconds: 0.1, status: 200, request: () => writeRequest({ method: 'GET', path: '/' }) }

test('a load counts its answers, and loads are compared by the medians of their rounds', async () => {
  const before = seen.length
  const { ours } = await compareLoads({ ours: { ...load, origin } }, 2)
  expect(ours.count).toBeGreaterThan(0)
  expect(ours.count).toBeLessThan(seen.length - before)
  expect(ours.p50).toBeLessThanOrEqual(ours.p99)
})

test('an answer with another status is never measured: the load fails', async () => {
  status = 304
  try {
    expect((await putUnderLoad({ ...load, origin, status: 304 })).count).toBeGreaterThan(0)
    await expect(putUnderLoad({ ...load, origin })).rejects.toThrow('Answered 304 and not 200')
  } finally {
    status = 200
  }
})

test('quantile finds the value below which the given share of sorted values lies', () => {
  const hundred = Array.from({ length: 100 }, (_, n) => n + 1)
  expect([quantile(hundred, 0.5), quantile(hundred, 0.99), median([3, 1, 2])]).toEqual([51, 100, 2])
})
