import { act, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { useToday } from './use-today.ts'

const Day = () => <p>{useToday()}</p>
afterEach(() => {
  vi.useRealTimers()
})

test('[TASK2-17] a page that is open over midnight, or on a device that slept, has the new day', () => {
  vi.useFakeTimers({ now: new Date(2026, 10, 30, 23, 59, 50) })
  const { unmount } = render(<Day />)
  expect(screen.getByText('2026-11-30')).toBeTruthy()
  act(() => void vi.advanceTimersByTime(30_000))
  expect(screen.getByText('2026-12-01')).toBeTruthy()
  vi.setSystemTime(new Date(2026, 11, 3, 8))
  act(() => void document.dispatchEvent(new Event('visibilitychange')))
  expect(screen.getByText('2026-12-03')).toBeTruthy()
  unmount()
  expect(vi.getTimerCount()).toBe(0)
})
