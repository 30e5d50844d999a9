import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { closeToast, toast, useToasts } from './toast.ts'

const shown = () => useToasts.getState().toasts
beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  vi.runAllTimers()
  vi.useRealTimers()
})

test('[ERR-20] a toast has an id, a message and a type, and goes after 5 seconds', () => {
  const id = toast('Saved', 'success')
  expect(shown()).toEqual([{ id, message: 'Saved', type: 'success' }])
  vi.advanceTimersByTime(4999)
  expect(shown()).toHaveLength(1)
  vi.advanceTimersByTime(1)
  expect(shown()).toEqual([])
})

test('a title of 200 characters is quoted by its beginning, in whatever a toast says', () => {
  toast(`“${'Draw '.repeat(40)}” was not added. Please try again.`, 'error')
  toast('“Draw” is back.')
  const [long, short] = shown().map(({ message }) => message)
  expect(long).toMatch(/^“Draw (Draw ?)+…” was not added. Please try again\.$/)
  expect(long?.length).toBeLessThan(110)
  expect(short).toBe('“Draw” is back.')
})

test('[ERR-20] the types are success, error and info; info is the default', () => {
  toast('a', 'success')
  toast('b', 'error')
  toast('c')
  expect(shown().map(({ type }) => type)).toEqual(['success', 'error', 'info'])
})

test('a message is not shown twice at once, a fourth message replaces the oldest, and a toast can be closed', () => {
  const first = toast('a')
  expect(toast('a')).toBe(first)
  toast('b')
  toast('c')
  const last = toast('d')
  expect(shown().map(({ message }) => message)).toEqual(['b', 'c', 'd'])
  closeToast(last)
  expect(shown().map(({ message }) => message)).toEqual(['b', 'c'])
})
