import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { DelayedSkeleton } from './DelayedSkeleton.tsx'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

test('skeletons appear after 300 ms, not before', () => {
  render(<DelayedSkeleton>a skeleton</DelayedSkeleton>)
  act(() => void vi.advanceTimersByTime(299))
  expect(screen.queryByText('a skeleton')).toBeNull()
  act(() => void vi.advanceTimersByTime(1))
  expect(screen.getByText('a skeleton')).toBeTruthy()
})
