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
  // A date format keeps the time zone in which its module was loaded.
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
  '[WIZ-03] in %s the hint shows the date that was typed',
  async (where) => {
    vi.setSystemTime('2026-01-05T12:00:00Z')
    expect(await hintOf(where, '31-12-2026')).toBe('Dec 31, 2026')
  },
)

test.each([
  // At these times it is still the 5th in Los Angeles, and already the 6th in Auckland.
  ['America/Los_Angeles', '2026-01-06T04:00:00Z', 'Jan 5, 2026'],
  ['Pacific/Auckland', '2026-01-05T20:00:00Z', 'Jan 5, 2026, which has passed.'],
])('[WIZ-03] in %s at %s the hint for the 5th is “%s”', async (where, now, hint) => {
  vi.setSystemTime(now)
  expect(await hintOf(where, '05-01-2026')).toBe(hint)
})
