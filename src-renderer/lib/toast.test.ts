import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { closeToast, toast, useToasts } from './toast.ts'

const shown = () => useToasts.getState().toasts
beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  vi.runAllTimers()
  vi.useRealTimers()
})

test('[ERR-20] a toast has an id, a message and a type, and is gone after 5 seconds', () => {
  const id = toast('Saved', 'success')
  expect(shown()).toEqual([{ id, message: 'Saved', type: 'success' }])
  vi.advanceTimersByTime(4999)
  expect(shown()).toHaveLength(1)
  vi.advanceTimersByTime(1)
  expect(shown()).toEqual([])
})

test('[ERR-20] the types are success, error and info, which is meant when none is said', () => {
  toast('a', 'success')
  toast('b', 'error')
  toast('c')
  expect(shown().map(({ type }) => type)).toEqual(['success', 'error', 'info'])
})

test('the same message is not shown twice at once, a fourth one takes the place of the oldest, and one can be closed', () => {
  const first = toast('a')
  expect(toast('a')).toBe(first)
  toast('b')
  toast('c')
  const last = toast('d')
  expect(shown().map(({ message }) => message)).toEqual(['b', 'c', 'd'])
  closeToast(last)
  expect(shown().map(({ message }) => message)).toEqual(['b', 'c'])
})
