import { expect, test } from 'vitest'
import { labelColours } from '#shared/contract/index.ts'
import { contrast } from '#support/contrast.ts'
import { labelLooks } from './label-colours.ts'

test('[TASK2-04] the text of all ten labels has enough contrast in both themes, and no two look alike', () => {
  expect(contrast('#ffffff', '#000000')).toBeCloseTo(21)
  for (const colour of labelColours)
    for (const { ground, text } of Object.values(labelLooks[colour]))
      expect(contrast(ground, text), colour).toBeGreaterThanOrEqual(4.5)
  expect(new Set(Object.values(labelLooks).map(({ light }) => light.ground)).size).toBe(10)
})
