import { EventEmitter } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { updatesFeed } from './feed.ts'
import { checkAnswer, createUpdates, RESTART, type Updater } from './updates.ts'

describe('where a package looks for updates', () => {
  let resources: string
  beforeEach(() => (resources = mkdtempSync(join(tmpdir(), 'guildhall-feed-'))))
  afterEach(() => rmSync(resources, { recursive: true }))
  /** As electron-builder writes it. */
  const packaged = (url: string, more = '') =>
    writeFileSync(
      join(resources, 'app-update.yml'),
      `provider: generic\nurl: ${url}\nupdaterCacheDirName: x-updater\n${more}`,
    )
  const signed = "publisherName:\n  - 'Example GmbH'\n"
  const feed = (platform: NodeJS.Platform, isPackaged = true) => updatesFeed({ isPackaged, platform, resources })

  test('the address that it was built with, where a signature is checked', () => {
    packaged('https://updates.example/desktop', signed)
    expect(feed('win32')).toEqual({ url: 'https://updates.example/desktop' })
    packaged("'https://updates.example/mac'")
    expect(feed('darwin')).toEqual({ url: 'https://updates.example/mac' })
  })
  test('nowhere unless it was built with one', () => {
    expect(feed('win32')).toEqual({ url: null, why: 'the package names no address' })
    expect(feed('darwin').url).toBeNull()
  })
  test('nowhere from a checkout, whatever lies beside it', () => {
    packaged('https://updates.example', signed)
    expect(feed('win32', false).url).toBeNull()
  })
  test.each(['http://updates.example', 'file:///tmp', 'nonsense', ''])('never at %j: only https', (url) => {
    packaged(url, signed)
    expect(feed('win32').url).toBeNull()
    expect(feed('darwin').url).toBeNull()
  })
  test('nowhere without a signature to check: an unsigned package on Windows, any on Linux', () => {
    packaged('https://updates.example')
    expect(feed('win32')).toEqual({ url: null, why: 'the package is not signed' })
    packaged('https://updates.example', signed)
    expect(feed('linux').url).toBeNull()
  })
})

const HOUR = 3_600_000

describe('updates', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  const begin = (found: Array<Awaited<ReturnType<Updater['checkForUpdates']>> | Error> = []) => {
    const events = new EventEmitter()
    const updater = {
      checkForUpdates: vi.fn(async () => {
        const next = found.shift() ?? { isUpdateAvailable: false }
        if (next instanceof Error) throw next
        return Promise.resolve(next)
      }),
      quitAndInstall: vi.fn(),
      on: events.on.bind(events) as Updater['on'],
    }
    const heard = { onReady: vi.fn(), onStuck: vi.fn(), onFailure: vi.fn() }
    return { updates: createUpdates({ updater, ...heard }), updater, ...heard, events }
  }

  test('are looked for at the start and every six hours', async () => {
    const { updater } = begin()
    expect(updater.checkForUpdates).toHaveBeenCalledTimes(1)
    await vi.advanceTimersByTimeAsync(6 * HOUR - 1)
    expect(updater.checkForUpdates).toHaveBeenCalledTimes(1)
    await vi.advanceTimersByTimeAsync(1)
    expect(updater.checkForUpdates).toHaveBeenCalledTimes(2)
  })

  test('are told once they are downloaded, and installed only when somebody says so', async () => {
    const { updates, updater, onReady, events } = begin([{ isUpdateAvailable: true }])
    expect(updates.ready()).toBeNull()
    events.emit('update-downloaded', { version: '1.2.3' })
    expect(onReady.mock.calls).toEqual([['1.2.3']])
    expect(updates.ready()).toBe('1.2.3')
    await vi.advanceTimersByTimeAsync(48 * HOUR)
    // What is ready is not looked for again.
    expect(updater.checkForUpdates).toHaveBeenCalledTimes(1)
    expect(updater.quitAndInstall).not.toHaveBeenCalled()
    updates.install()
    expect(updater.quitAndInstall).toHaveBeenCalledTimes(1)
  })

  test('a failure is no fault of the app: the check answers it, a failed download is heard as an event', async () => {
    const broken = Promise.reject(new Error('sha512 checksum mismatch'))
    const none = { isUpdateAvailable: false }
    const found = { isUpdateAvailable: true, downloadPromise: broken }
    const { updates, events, onFailure, onStuck } = begin([none, found, new Error('HttpError: 404\n  headers')])
    expect(await updates.check()).toEqual({ kind: 'coming' })
    events.emit('error', new Error('sha512 checksum mismatch'))
    expect(onFailure).toHaveBeenCalledTimes(1)
    expect(onStuck).not.toHaveBeenCalled()
    expect(await updates.check()).toEqual({ kind: 'failed', why: 'HttpError: 404' })
  })

  test('an installation that fails when the windows are closed already ends the app', () => {
    const { updates, events, onStuck } = begin()
    events.emit('update-downloaded', { version: '1.2.3' })
    updates.install()
    events.emit('error', new Error('code signature is not valid'))
    expect(onStuck).toHaveBeenCalledTimes(1)
  })

  test('who asks by the menu is told what came of it; only what is ready offers to restart', async () => {
    const { updates, events } = begin()
    expect(checkAnswer(await updates.check())).toMatchObject({ message: 'You have the newest version.' })
    expect(checkAnswer({ kind: 'failed', why: 'HttpError: 404' })).toMatchObject({ detail: 'HttpError: 404' })
    expect(checkAnswer({ kind: 'coming' }).buttons).toEqual(['OK'])
    events.emit('update-downloaded', { version: '1.2.3' })
    const { message, buttons } = checkAnswer(await updates.check())
    expect({ message, buttons }).toEqual({ message: 'Version 1.2.3 is ready.', buttons: ['Later', RESTART] })
  })
})
