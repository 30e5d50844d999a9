import { describe, expect, test, vi } from 'vitest'
import { failedReply, type Transport } from '#shared/api-client/index.ts'
import { operations } from '#shared/contract/index.ts'
import { createProxy, type FileDialogs } from './proxy.ts'

const answer = { ok: true as const, status: 200, data: { data: 1 } }
const fileDialogs = (): FileDialogs => ({
  onProgress: () => undefined,
  choosePlace: () => Promise.resolve('/home/ada/notes.txt'),
  write: () => Promise.resolve(),
})
const start = (parts: Partial<FileDialogs> = {}) => {
  const send = vi.fn<Transport>(() => Promise.resolve(answer))
  return { send, proxy: createProxy(send, { ...fileDialogs(), ...parts }) }
}

/** A server that never answers; the call ends only when it is cancelled. */
const untilCancelled =
  (aborted: string[]): Transport =>
  ({ operation }, _endpoint, options) =>
    new Promise((resolve) => {
      options?.signal?.addEventListener('abort', () => {
        aborted.push(operation)
        resolve(failedReply(0, 'CANCELLED'))
      })
    })

describe('the proxy of the page’s calls', () => {
  test.each([
    'nothing.here',
    'users',
    'constructor.name',
    '__proto__.x',
    '',
    'GET /users/details',
    'auth.refreshToken',
    'events.stream',
  ])('[DESK-09] the operation %j is refused and nothing is sent', async (operation) => {
    const { send, proxy } = start()
    const reply = await proxy.call({ operation, input: {}, callId: '1' })
    expect(reply).toMatchObject({ ok: false, status: 0, error: { code: 'UNKNOWN_OPERATION' } })
    expect(send).not.toHaveBeenCalled()
  })

  test('[DESK-09] the contract is the list of calls: each one is known, and sent when its input fits', async () => {
    for (const { operation, endpoint } of operations) {
      if (operation === 'auth.refreshToken' || endpoint.transfer) continue
      const { send, proxy } = start()
      const reply = await proxy.call({ operation, input: {}, callId: '1' })
      const needsMore = [endpoint.params, endpoint.query, endpoint.body].some(
        (part) => part?.safeParse({}).success === false,
      )
      expect(send, operation).toHaveBeenCalledTimes(needsMore ? 0 : 1)
      expect(reply, operation).toMatchObject(needsMore ? { status: 422 } : answer)
    }
  })

  test.each([
    ['a body that does not fit', 'auth.login', { body: { emailID: 'a@b.test' } }],
    ['an unknown key', 'auth.login', { body: { emailID: 'a@b.test', password: 'x', isAdministrator: true } }],
    ['a part the call does not have', 'users.details', { body: { x: 1 } }],
    ['an id that is none', 'projects.get', { params: { id: '../users' } }],
  ])("[DESK-09] %s is refused with the server's words before anything is sent", async (_, operation, input) => {
    const { send, proxy } = start()
    const reply = await proxy.call({ operation, input, callId: '1' })
    expect(reply).toMatchObject({ ok: false, status: 422, error: { code: 'INVALID_INPUT' } })
    expect(send).not.toHaveBeenCalled()
  })

  test('[DESK-08] a call can be cancelled by its callId, which leaves the others alone', async () => {
    const aborted: string[] = []
    const proxy = createProxy(untilCancelled(aborted), fileDialogs())
    const first = proxy.call({ operation: 'users.details', input: {}, callId: 'a' })
    void proxy.call({ operation: 'users.projects', input: {}, callId: 'b' })
    proxy.cancel('nobody')
    proxy.cancel('a')
    expect(await first).toMatchObject({ ok: false, error: { code: 'CANCELLED' } })
    expect(aborted).toEqual(['users.details'])
  })
})

describe('the proxy of files', () => {
  const id = '01890000-0000-7000-8000-000000000001'
  const upload = {
    operation: 'files.upload',
    input: { params: { id } },
    callId: 'u',
    file: { name: 'План.txt', bytes: new TextEncoder().encode('the plan') },
  }
  const download = {
    operation: 'files.download',
    input: { params: { id, fileId: id } },
    callId: 'd',
    saveAs: 'notes.txt',
  }
  const bytes = new TextEncoder().encode('notes')

  test('[DESK-09] a file goes only through the channel of its kind, and only with input that fits', async () => {
    const { send, proxy } = start()
    const unknown = { ok: false, status: 0, error: { code: 'UNKNOWN_OPERATION' } }
    for (const one of [upload, download]) expect(await proxy.call(one)).toMatchObject(unknown)
    for (const { operation, endpoint } of operations) {
      if (endpoint.transfer !== 'upload') expect(await proxy.upload({ ...upload, operation })).toMatchObject(unknown)
      if (endpoint.transfer !== 'download')
        expect(await proxy.download({ ...download, operation })).toMatchObject(unknown)
    }
    const misfit = { params: { id: '../users' } }
    expect(await proxy.upload({ ...upload, input: misfit })).toMatchObject({ status: 422 })
    expect(await proxy.download({ ...download, input: misfit })).toMatchObject({ status: 422 })
    expect(send).not.toHaveBeenCalled()
  })

  test('an upload sends the file under its name and tells the page how far it is', async () => {
    const told: unknown[] = []
    const { send, proxy } = start({ onProgress: (progress) => told.push(progress) })
    send.mockImplementation(async (_call, _endpoint, options) => {
      expect([options?.file?.name, await options?.file?.arrayBuffer()]).toEqual(['План.txt', upload.file.bytes.buffer])
      options?.onProgress?.({ loaded: 4, total: 8 })
      return answer
    })
    expect(await proxy.upload(upload)).toEqual(answer)
    expect(told).toEqual([{ callId: 'u', loaded: 4, total: 8 }])
    expect(send.mock.calls[0]?.[0]).toEqual({ operation: 'files.upload', input: { params: { id } } })
  })

  test('a download asks the person for the place first, then saves the bytes there', async () => {
    const order: unknown[] = []
    const { send, proxy } = start({
      choosePlace: async (name) => (order.push(['asked', name]), '/home/ada/kept.txt'),
      write: async (place, written) => void order.push(['written', place, written]),
    })
    send.mockImplementation(async () => (order.push('sent'), { ok: true, status: 200, data: { bytes } }))
    expect(await proxy.download(download)).toEqual({ ok: true, status: 200, data: { isSaved: true } })
    expect(order).toEqual([['asked', 'notes.txt'], 'sent', ['written', '/home/ada/kept.txt', bytes]])
  })

  test('a person who chooses no place sends nothing; a refusal and a full disk are reported, and nothing is written', async () => {
    const write = vi.fn<FileDialogs['write']>(() => Promise.resolve())
    const nowhere = start({ choosePlace: async () => null, write })
    expect(await nowhere.proxy.download(download)).toEqual({ ok: true, status: 200, data: { isSaved: false } })
    expect(nowhere.send).not.toHaveBeenCalled()

    const refused = start({ write })
    refused.send.mockResolvedValue(failedReply(404, 'NOT_FOUND', 'There is no such file.'))
    expect(await refused.proxy.download(download)).toMatchObject({ ok: false, status: 404 })
    expect(write).not.toHaveBeenCalled()

    const full = start({ write: () => Promise.reject(new Error('ENOSPC at /home/ada')) })
    full.send.mockResolvedValue({ ok: true, status: 200, data: { bytes } })
    const reply = await full.proxy.download(download)
    expect(reply).toMatchObject({ ok: false, status: 0, error: { code: 'NOT_SAVED' } })
    expect(JSON.stringify(reply)).not.toContain('ENOSPC')
  })

  test('[DESK-08] an upload and a download can be cancelled, a download also while the person chooses the place', async () => {
    const aborted: string[] = []
    const proxy = createProxy(untilCancelled(aborted), fileDialogs())
    const first = proxy.upload(upload)
    const second = proxy.download(download)
    await Promise.resolve()
    proxy.cancel('u')
    proxy.cancel('d')
    expect(await first).toMatchObject({ ok: false, error: { code: 'CANCELLED' } })
    expect(await second).toMatchObject({ ok: false, error: { code: 'CANCELLED' } })
    expect(aborted).toContain('files.upload')

    let choose: (place: string) => void = () => undefined
    const asking = start({ choosePlace: () => new Promise((resolve) => (choose = resolve)) })
    const third = asking.proxy.download(download)
    asking.proxy.cancel('d')
    choose('/home/ada/notes.txt')
    expect(await third).toMatchObject({ ok: false, error: { code: 'CANCELLED' } })
    expect(asking.send).not.toHaveBeenCalled()
  })
})
