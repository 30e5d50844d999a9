import { expect, test } from 'vitest'
import { fittingLabels } from './fitting-labels.ts'

test('labels are shown as long as they are whole, with room for the number of the rest', () => {
  expect(fittingLabels([], 120, 1)).toBe(0)
  expect(fittingLabels(['Bug'], 120, 1)).toBe(1)
  expect(fittingLabels(['Bug', 'Quick win'], 120, 1)).toBe(2)
  expect(fittingLabels(['Bug', 'Quick win', 'Design'], 120, 1)).toBe(1)
  expect(fittingLabels(['Bug', 'Quick win', 'Design'], 120, 2)).toBe(3)
  expect(fittingLabels(['Bug', 'Quick win', 'Design', 'Server'], 150, 1)).toBe(2)
})

test('a first label that is wider than its line is shown, and nothing beside it', () => {
  expect(fittingLabels(['A label with a very long name', 'Bug'], 120, 1)).toBe(1)
  expect(fittingLabels(['A label with a very long name', 'Bug'], 120, 2)).toBe(2)
})
