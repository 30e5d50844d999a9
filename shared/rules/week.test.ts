import { expect, test } from 'vitest'
import { weekOf } from './week.ts'

test('a week is Monday to Sunday, over the ends of months and years too', () => {
  expect(weekOf('2026-12-03')).toEqual({ from: '2026-11-30', to: '2026-12-06' })
  expect(weekOf('2026-11-30')).toEqual({ from: '2026-11-30', to: '2026-12-06' })
  expect(weekOf('2027-01-03')).toEqual({ from: '2026-12-28', to: '2027-01-03' })
})
