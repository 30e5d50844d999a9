import { Readable } from 'node:stream'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type Receiver, startReceiver } from '#support/webhooks.ts'
import { ANSWER_MAX_BYTES, DELIVERY_MS, post, type PostLimits } from './post.ts'
import { isPublicAddress, publicLookup } from './public-hosts.ts'

let receiver: Receiver
beforeAll(async () => {
  receiver = await startReceiver()
})
afterAll(() => receiver.close())
const send = (limits?: PostLimits) =>
  post(`${receiver.origin}/hook`, '{"a":"é"}', { 'x-one': '1' }, { ca: receiver.cert, ...limits })

test('[FEED-11] a delivery is one POST of JSON, and any 2xx takes it', async () => {
  receiver.behave((answer) => answer.writeHead(204).end())
  expect(await send()).toEqual({ isDelivered: true, answer: '204' })
  const sent = receiver.received.at(-1)
  expect(sent?.body).toBe('{"a":"é"}')
  expect(sent?.headers).toMatchObject({ 'content-type': 'application/json', 'x-one': '1' })
})

test('[FEED-11] it follows no redirect, and what is wrong, gone or not trusted is told without the address', async () => {
  const before = receiver.received.length
  receiver.behave((answer) => answer.writeHead(307, { location: `${receiver.origin}/elsewhere` }).end())
  expect(await send()).toEqual({ isDelivered: false, answer: '307' })
  expect(receiver.received).toHaveLength(before + 1)
  receiver.behave((answer) => answer.writeHead(500).end('no'))
  expect(await send()).toEqual({ isDelivered: false, answer: '500' })
  receiver.behave((answer) => answer.destroy())
  expect(await send()).toEqual({ isDelivered: false, answer: 'The connection broke off.' })
  receiver.behave((answer) => answer.writeHead(200, { 'content-length': 5 }).write('ab', () => answer.destroy()))
  expect((await send()).isDelivered).toBe(false)
  receiver.behave((answer) => answer.writeHead(101, { upgrade: 'echo', connection: 'upgrade' }).end())
  expect(await send()).toEqual({ isDelivered: false, answer: 'The connection broke off.' })
  receiver.behave((answer) => {
    answer.useChunkedEncodingByDefault = false
    answer.writeHead(200, { connection: 'close' }).end('An answer that ends with its connection.')
  })
  expect(await send()).toEqual({ isDelivered: true, answer: '200' })
  receiver.behave()
  expect((await post('https://127.0.0.1:9/', '', {})).answer).toBe('It refused the connection.')
  expect((await post(receiver.origin, '', {})).answer).toBe('Its certificate is not trusted.')
  expect((await post('https://nowhere.invalid/', '', {})).answer).toMatch(/^Its host was not found|^The connection/)
})

test('[FEED-11] it ends after 5 s, whether nothing comes or an answer that does not end', async () => {
  expect(DELIVERY_MS).toBe(5_000)
  const late = { isDelivered: false, answer: 'There was no answer within 5 seconds.' }
  receiver.behave(() => {})
  expect(await send({ ms: 100 })).toEqual(late)
  receiver.behave((answer) => answer.writeHead(200).write('and so on'))
  expect(await send({ ms: 100 })).toEqual(late)
  receiver.behave()
  // The name is looked up within the same time.
  const nameless = post(
    'https://receiver.example/',
    '',
    {},
    { ms: 100, lookup: publicLookup(() => new Promise(() => {})) },
  )
  expect(await nameless).toEqual(late)
})

test('[FEED-11] it reads at most 64 kB of an answer', async () => {
  expect(ANSWER_MAX_BYTES).toBe(64 * 1024)
  let written = 0
  const ended = vi.fn<() => void>()
  receiver.behave((answer) => {
    answer.once('close', ended)
    const endless = new Readable({
      read() {
        written += 16_384
        this.push(Buffer.alloc(16_384))
      },
    })
    answer.once('close', () => endless.destroy())
    endless.pipe(answer.writeHead(200))
  })
  expect(await send()).toEqual({ isDelivered: true, answer: '200' })
  await vi.waitFor(() => expect(ended).toHaveBeenCalled())
  // What the sockets hold comes on top, and no more than that.
  expect(written).toBeLessThan(32 * 1024 * 1024)
  receiver.behave()
})

/** A resolver that answers these addresses, one set for each time it is asked. */
const resolving = (...answers: string[][]) =>
  publicLookup(async () =>
    (answers.shift() ?? []).map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
  )

test('[FEED-11] a host is resolved for each delivery, and one that leads to a private network is not reached', async () => {
  const before = receiver.received.length
  const lookup = resolving(['127.0.0.1'], ['8.8.8.8', '10.0.0.1'], ['::1'], ['::ffff:127.0.0.1'])
  for (let n = 0; n < 4; n += 1) {
    const sent = await post(`https://receiver.example:${receiver.port}/`, '', {}, { lookup })
    expect(sent).toEqual({ isDelivered: false, answer: 'Its host leads to a private network.' })
  }
  expect(receiver.received).toHaveLength(before)
  // An address of digits is one that the operator has named.
  expect((await send({ lookup: resolving() })).isDelivered).toBe(true)
})

test.each([
  ...['0.0.0.0', '10.1.2.3', '100.64.0.1', '127.0.0.1', '169.254.169.254', '172.31.255.255', '192.168.1.1'],
  ...['198.18.0.1', '224.0.0.1', '255.255.255.255', '::', '::1', '::ffff:10.0.0.1', '::ffff:8.8.8.8', 'fe80::1'],
  ...['fc00::1', 'fd12::1', '64:ff9b::a00:1', '2002:a00:1::', '2001:db8::1', '2001::1', 'ff02::1', 'no address'],
])('[FEED-11] %s is no public address', (address) => expect(isPublicAddress(address)).toBe(false))

test.each(['8.8.8.8', '172.32.0.1', '192.169.0.1', '2606:4700::1111', '2a00:1450::1'])(
  '[FEED-11] %s is a public address',
  (address) => expect(isPublicAddress(address)).toBe(true),
)
