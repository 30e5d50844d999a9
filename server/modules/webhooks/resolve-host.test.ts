import { createSocket } from 'node:dgram'
import { afterEach, expect, test, vi } from 'vitest'
import { publicLookup } from './public-hosts.ts'
import { resolveHost } from './resolve-host.ts'

const TYPE_A = 1
const HEADER_BYTES = 12
/** The address 8.8.4.4 of the name that the question is about (RFC 1035); none of other types, and no name is `localhost`. */
const answerTo = (query: Buffer): Buffer => {
  let end = HEADER_BYTES
  while (query.readUInt8(end) > 0) end += query.readUInt8(end) + 1
  end += 5
  const isKnown = !query.includes('localhost')
  const isA = isKnown && query.readUInt16BE(end - 4) === TYPE_A
  const header = Buffer.alloc(HEADER_BYTES)
  query.copy(header, 0, 0, 2)
  header.writeUInt16BE(isKnown ? 0x8180 : 0x8183, 2)
  header.writeUInt16BE(1, 4)
  header.writeUInt16BE(isA ? 1 : 0, 6)
  const record = Buffer.from('c00c000100010000003c000408080404', 'hex')
  return Buffer.concat([header, query.subarray(HEADER_BYTES, end), ...(isA ? [record] : [])])
}

const closing: (() => void)[] = []
afterEach(() => closing.splice(0).forEach((close) => close()))

/** A name server that keeps the answers about names with the word `slow` until it is let go. */
const startNameServer = async () => {
  const kept: (() => void)[] = []
  const socket = createSocket('udp4')
  socket.on('message', (query, { port, address }) => {
    const send = () => socket.send(answerTo(query), port, address)
    if (query.includes('slow')) kept.push(send)
    else send()
  })
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve))
  closing.push(() => socket.close())
  return {
    servers: [`127.0.0.1:${socket.address().port}`],
    kept,
    letGo: () => kept.splice(0).forEach((send) => send()),
  }
}

test('[FEED-11] names whose servers answer slowly hold up no other name', async () => {
  const { servers, kept, letGo } = await startNameServer()
  const settled: string[] = []
  // More than the process has threads.
  const slow = Array.from({ length: 16 }, async (_, n) => {
    await resolveHost(`slow-${n}.example`, servers)
    settled.push('slow')
  })
  await vi.waitFor(() => expect(kept.length).toBeGreaterThanOrEqual(16))
  expect(await resolveHost('quick.example', servers)).toEqual([{ address: '8.8.4.4', family: 4 }])
  expect(settled).toEqual([])
  letGo()
  await Promise.all(slow)
})

test('[FEED-11] what deliveries look up takes no thread from others, and a name that nobody knows is a failure', async () => {
  const found = new Promise((resolve) => publicLookup()('nowhere.invalid', { all: true }, resolve))
  expect(process.getActiveResourcesInfo()).not.toContain('GetAddrInfoReqWrap')
  expect(await found).toBeInstanceOf(Error)
})

test('[FEED-11] a name that only this computer knows is found, and refused where it leads to a private network', async () => {
  const { servers } = await startNameServer()
  const found = await resolveHost('localhost', servers)
  expect(found.map(({ address }) => address)).toEqual(expect.arrayContaining([expect.stringMatching(/^(127\.|::1)/)]))
  const refused = await new Promise((resolve) => publicLookup(async () => found)('localhost', {}, resolve))
  expect(refused).toMatchObject({ name: 'PrivateNetworkError' })
})
