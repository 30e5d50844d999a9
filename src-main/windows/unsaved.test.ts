import { EventEmitter } from 'node:events'
import type { BrowserWindow } from 'electron'
import { beforeEach, expect, test, vi } from 'vitest'
import { askBeforeLeaving } from './unsaved.ts'

const { showMessageBoxSync } = vi.hoisted(() => ({ showMessageBoxSync: vi.fn<(...given: unknown[]) => number>() }))
vi.mock('electron', () => ({ dialog: { showMessageBoxSync } }))
beforeEach(() => showMessageBoxSync.mockReset())

/** Asks a page with unsaved work to close, and answers the question with that button. Answers whether the page may go. */
const leave = (answer: number) => {
  showMessageBoxSync.mockReturnValue(answer)
  const window = { webContents: new EventEmitter() } as unknown as BrowserWindow
  const onKept = vi.fn<() => void>()
  askBeforeLeaving(window, onKept)
  const preventDefault = vi.fn<() => void>()
  window.webContents.emit('will-prevent-unload', { preventDefault })
  expect(showMessageBoxSync.mock.lastCall?.[0]).toBe(window)
  const isLetGo = preventDefault.mock.calls.length > 0
  // The app learns when the window does not close.
  expect(onKept.mock.calls.length > 0).toBe(!isLetGo)
  return isLetGo
}

test('the person is asked, and unsaved work is lost only when they say so', () => {
  expect(leave(0)).toBe(false)
  expect(leave(1)).toBe(true)
})

test('closing the question keeps the window open', () => {
  leave(0)
  expect(showMessageBoxSync.mock.lastCall?.[1]).toMatchObject({ defaultId: 0, cancelId: 0 })
})
