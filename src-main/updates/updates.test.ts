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
  /** The file as electron-builder writes it. */
  const packaged = (url: string, more = '') =>
    writeFileSync(
      join(resources, 'app-update.yml'),
      `provider: generic\nurl: ${url}\nupdaterCacheDirName: x-updater\n${more}`,
    )
  const signed = "publisherName:\n  - 'Example GmbH'\n"
  const feed = (platform: NodeJS.Platform, isPackaged = true) => updatesFeed({ isPackaged, platform, resources })

  test('a package looks at the address that it was built with, where a signature is checked', () => {
    packaged('https://updates.example/desktop', signed)
    expect(feed('win32')).toEqual({ url: 'https://updates.example/desktop' })
    packaged("'https://updates.example/mac'")
    expect(feed('darwin')).toEqual({ url: 'https://updates.example/mac' })
  })
  test('a package that was built without an address looks nowhere', () => {
    expect(feed('win32')).toEqual({ url: null, why: 'the package names no address' })
    expect(feed('darwin').url).toBeNull()
  })
  test('a checkout looks nowhere, whatever files lie beside it', () => {
    packaged('https://updates.example', signed)
    expect(feed('win32', false).url).toBeNull()
  })
  test.each(['http://updates.example', 'file:///tmp', 'nonsense', ''])(
    'a package never looks at %j: only https is allowed',
    (url) => {
      packaged(url, signed)
      expect(feed('win32').url).toBeNull()
      expect(feed('darwin').url).toBeNull()
    },
  )
  test('a package without a signature to check looks nowhere: an unsigned one on Windows, any on Linux', () => {
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

  test('the app looks for updates at the start and every six hours', async () => {
    const { updater } = begin()
    expect(updater.checkForUpdates).toHaveBeenCalledTimes(1)
    await vi.advanceTimersByTimeAsync(6 * HOUR - 1)
    expect(updater.checkForUpdates).toHaveBeenCalledTimes(1)
    await vi.advanceTimersByTimeAsync(1)
    expect(updater.checkForUpdates).toHaveBeenCalledTimes(2)
  })

  test('an update is reported once it is downloaded, and installed only when the person says so', async () => {
    const { updates, updater, onReady, events } = begin([{ isUpdateAvailable: true }])
    expect(updates.ready()).toBeNull()
    events.emit('update-downloaded', { version: '1.2.3' })
    expect(onReady.mock.calls).toEqual([['1.2.3']])
    expect(updates.ready()).toBe('1.2.3')
    await vi.advanceTimersByTimeAsync(48 * HOUR)
    // The app stops looking once an update is ready.
    expect(updater.checkForUpdates).toHaveBeenCalledTimes(1)
    expect(updater.quitAndInstall).not.toHaveBeenCalled()
    updates.install()
    expect(updater.quitAndInstall).toHaveBeenCalledTimes(1)
  })

  test('a failure does not end the app: the check answers it, and a failed download arrives as an event', async () => {
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

  test('an installation that fails after the windows were closed ends the app', () => {
    const { updates, events, onStuck } = begin()
    events.emit('update-downloaded', { version: '1.2.3' })
    updates.install()
    events.emit('error', new Error('code signature is not valid'))
    expect(onStuck).toHaveBeenCalledTimes(1)
  })

  test('a person who asks by the menu reads the result; only an update that is ready offers to restart', async () => {
    const { updates, events } = begin()
    expect(checkAnswer(await updates.check())).toMatchObject({ message: 'You have the newest version.' })
    expect(checkAnswer({ kind: 'failed', why: 'HttpError: 404' })).toMatchObject({ detail: 'HttpError: 404' })
    expect(checkAnswer({ kind: 'coming' }).buttons).toEqual(['OK'])
    events.emit('update-downloaded', { version: '1.2.3' })
    const { message, buttons } = checkAnswer(await updates.check())
    expect({ message, buttons }).toEqual({ message: 'Version 1.2.3 is ready.', buttons: ['Later', RESTART] })
  })
})
