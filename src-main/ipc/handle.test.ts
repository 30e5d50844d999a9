import fc from 'fast-check'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { channels } from '#shared/bridge/index.ts'
import { FILE_MAX_BYTES } from '#shared/contract/index.ts'
import { createGate, handleChannels, type Handlers } from './handle.ts'

const registered = vi.hoisted(() => new Map<string, (event: object, ...args: unknown[]) => unknown>())
vi.mock('electron', () => ({
  ipcMain: { handle: (channel: string, handler: () => unknown) => registered.set(channel, handler) },
}))

const own = 'guildhall-app://app'
const page = { url: `${own}/login`, origin: own, parent: null }
const call = { operation: 'files.upload', input: {}, callId: 'c' }
const state = { userID: null, isEnding: false, storage: 'memory' as const }
const handled = vi.fn()
const failures: unknown[] = []
const everything = Object.fromEntries(
  Object.keys(channels).map((channel) => [
    channel,
    (input: unknown) => {
      handled(channel, input)
      if (channel === 'app.health') throw new Error('secret detail')
      return channel === 'session.state' ? state : null
    },
  ]),
) as unknown as Handlers
const gate = createGate(everything, own, (channel, error) => failures.push([channel, error]))

beforeEach(() => {
  handled.mockClear()
  failures.length = 0
})

describe('the IPC gate', () => {
  test('[DESK-29] a message from our page is answered with an envelope', async () => {
    expect(await gate('session.state', page, [undefined])).toEqual({ ok: true, data: state })
    expect(await gate('session.state', page, [])).toEqual({ ok: true, data: state })
  })

  test.each(['nothing', 'toString', '__proto__', 'api.call ', 'api.progress', ''])(
    '[DESK-29] the unknown channel %j is refused',
    async (channel) => {
      expect(await gate(channel, page, [])).toMatchObject({ ok: false, error: { code: 'UNKNOWN_CHANNEL' } })
      expect(handled).not.toHaveBeenCalled()
    },
  )

  test.each([
    ['a sender that is gone', null],
    ['no sender', undefined],
    ['a sub-frame', { ...page, parent: page }],
    ['the web', { url: 'https://evil.test/', origin: 'https://evil.test', parent: null }],
    ['a blank page', { url: '', origin: 'null', parent: null }],
    ['a file', { url: 'file:///app/index.html', origin: 'file://', parent: null }],
    ['the crash page', { url: 'data:text/html,x', origin: 'null', parent: null }],
    ['a host that starts alike', { url: `${own}.evil.test/`, origin: `${own}.evil.test`, parent: null }],
    ['a scheme that ends alike', { url: 'not-guildhall-app://app/', origin: 'not-guildhall-app://app', parent: null }],
    ['an origin that its address does not have', { url: 'https://evil.test/', origin: own, parent: null }],
    ['an address whose origin is opaque', { url: `${own}/`, origin: 'null', parent: null }],
  ])('[DESK-29] %s is refused as a sender', async (_, frame) => {
    for (const channel of Object.keys(channels))
      expect(await gate(channel, frame, [])).toMatchObject({ ok: false, error: { code: 'SENDER_REFUSED' } })
    expect(handled).not.toHaveBeenCalled()
  })

  test.each([
    ['session.state', [{}]],
    ['session.state', [undefined, 'more']],
    ['api.call', []],
    ['api.call', [{ operation: 'users.details', input: {} }]],
    ['api.call', [{ operation: 'users.details', input: {}, callId: 'c', url: 'https://evil.test' }]],
    ['api.call', [{ operation: 'users.details', input: { headers: {} }, callId: 'c' }]],
    ['api.call', [{ operation: 7, input: {}, callId: 'c' }]],
    ['api.upload', [call]],
    ['api.upload', [{ ...call, file: { name: 'a.txt', bytes: [1, 2] } }]],
    ['api.upload', [{ ...call, file: { name: 'a.txt', bytes: new ArrayBuffer(2) } }]],
    ['api.upload', [{ ...call, file: { name: 'a.txt', path: '/etc/passwd' } }]],
    ['api.upload', [{ ...call, file: { name: 'a.txt', bytes: new Uint8Array(FILE_MAX_BYTES + 1) } }]],
    ['api.upload', [{ ...call, file: { name: 'a'.repeat(1025), bytes: new Uint8Array(2) } }]],
    ['api.download', [call]],
    ['api.download', [{ ...call, saveAs: 'a.txt', place: '/home/ada/.bashrc' }]],
    ['settings.set', [{ theme: 'pink' }]],
    ['settings.set', [{ window: { x: 0 } }]],
    ['settings.set', [{}]],
    ['settings.set', [{ theme: 'dark', serverUrl: 'https://evil.test' }]],
    ['settings.set', [{ serverUrl: null }]],
    ['live.follow', [{ after: 'cursor' }]],
    ['notices.state', [{}]],
    ['notices.setBadge', [{}]],
    ['notices.setBadge', [{ isOn: 'yes' }]],
    ['notices.setBadge', [{ isOn: true, hasBadge: false }]],
  ])('[DESK-29] the channel %s refuses an argument that does not fit (%#)', async (channel, args) => {
    expect(await gate(channel, page, args)).toMatchObject({ ok: false, error: { code: 'INVALID_ARGUMENTS' } })
    expect(handled).not.toHaveBeenCalled()
  })

  test('[DESK-29] a file passes the gate with its name and bytes, up to the limit', async () => {
    const file = { name: 'План.txt', bytes: new Uint8Array(FILE_MAX_BYTES) }
    expect(await gate('api.upload', page, [{ ...call, file }])).toMatchObject({ ok: true })
    // The bytes are compared by identity: comparing 25 MB byte by byte takes half a minute.
    const [channel, given] = handled.mock.calls[0] as [string, { file: typeof file }]
    expect([channel, given.file.name, given.file.bytes === file.bytes]).toEqual(['api.upload', file.name, true])
    expect(await gate('api.download', page, [{ ...call, saveAs: 'a.txt' }])).toMatchObject({ ok: true })
  })

  test('[DESK-29] a failure inside is answered with an envelope too, without its details', async () => {
    const answer = await gate('app.health', page, [])
    expect(answer).toMatchObject({ ok: false, error: { code: 'FAILED' } })
    expect(JSON.stringify(answer)).not.toContain('secret detail')
    expect(failures).toHaveLength(1)
  })

  test('[DESK-29] every channel is registered behind the gate', async () => {
    handleChannels(gate)
    expect([...registered.keys()].sort()).toEqual(Object.keys(channels).sort())
    for (const handler of registered.values())
      expect(await handler({ senderFrame: null })).toMatchObject({ ok: false, error: { code: 'SENDER_REFUSED' } })
  })
})

describe('the IPC gate, given anything', () => {
  const names = Object.keys(channels) as Array<keyof typeof channels>
  const operation = fc.constantFrom('files.upload', 'projects.get', 'auth.login', 'no.such', '__proto__', '')
  const nearly = fc.record(
    { operation, input: fc.anything(), callId: fc.string(), name: fc.string(), id: fc.uuid(), theme: fc.string() },
    { requiredKeys: [] },
  )
  const args = fc.array(fc.oneof(fc.anything(), nearly), { maxLength: 2 })

  test('[DESK-29] every message is answered with an envelope, and a handler gets only what its channel allows', async () => {
    const reached = new Set<string>()
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...names), args, async (channel, given) => {
        handled.mockClear()
        const answer = await gate(channel, page, given)
        const fits = channels[channel].safeParse(given[0])
        if (!fits.success || given.length > 1) {
          expect(answer).toMatchObject({ ok: false, error: { code: 'INVALID_ARGUMENTS' } })
          expect(handled).not.toHaveBeenCalled()
          return
        }
        reached.add(channel)
        expect(handled).toHaveBeenCalledExactlyOnceWith(channel, fits.data)
      }),
      { numRuns: 5_000, seed: 29 },
    )
    expect(reached.size).toBeGreaterThan(3)
  })

  test('[DESK-29] a frame with another origin or address reaches no handler', async () => {
    const part = fc.constantFrom(own, 'https://evil.test', 'file://', 'null', '', '/', '@', '.', ':', 'guildhall-app:')
    const text = fc.array(part, { maxLength: 4 }).map((parts) => parts.join(''))
    await fc.assert(
      fc.asyncProperty(text, text, async (url, origin) => {
        fc.pre(origin !== own || !(url === own || url.startsWith(`${own}/`)))
        handled.mockClear()
        expect(await gate('session.state', { url, origin, parent: null }, [])).toMatchObject({
          ok: false,
          error: { code: 'SENDER_REFUSED' },
        })
        expect(handled).not.toHaveBeenCalled()
      }),
      { numRuns: 3_000, seed: 29 },
    )
  })
})
