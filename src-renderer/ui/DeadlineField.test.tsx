import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

const zone = process.env['TZ']
beforeEach(() => vi.useFakeTimers({ toFake: ['Date'] }))
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  if (zone === undefined) delete process.env['TZ']
  else process.env['TZ'] = zone
})

const hintOf = async (where: string, deadline: string): Promise<string> => {
  process.env['TZ'] = where
  // Formats take the zone that they are made in.
  vi.resetModules()
  const { DeadlineField } = await import('./DeadlineField.tsx')
  const field = { value: deadline, onChange: () => undefined, onBlur: () => undefined, ref: null }
  render(<DeadlineField field={field} />)
  const described = screen.getByLabelText('Estimated deadline').getAttribute('aria-describedby') ?? ''
  const hint = document.getElementById(described)?.textContent ?? ''
  cleanup()
  return hint
}

test.each(['America/Los_Angeles', 'UTC', 'Pacific/Auckland'])(
  '[WIZ-03] in %s the date that was understood is the one that was written',
  async (where) => {
    vi.setSystemTime('2026-01-05T12:00:00Z')
    expect(await hintOf(where, '31-12-2026')).toBe('Dec 31, 2026')
  },
)

test.each([
  // There it is still the 5th, and already the 6th.
  ['America/Los_Angeles', '2026-01-06T04:00:00Z', 'Jan 5, 2026'],
  ['Pacific/Auckland', '2026-01-05T20:00:00Z', 'Jan 5, 2026, which has passed.'],
])('[WIZ-03] in %s at %s the 5th reads “%s”', async (where, now, hint) => {
  vi.setSystemTime(now)
  expect(await hintOf(where, '05-01-2026')).toBe(hint)
})
