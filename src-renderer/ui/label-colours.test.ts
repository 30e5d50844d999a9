import { expect, test } from 'vitest'
import { labelColours } from '../../shared/contract/index.ts'
import { labelLooks } from './label-colours.ts'

/** The relative luminance of WCAG 2.2. */
const luminance = (colour: string): number => {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(colour.slice(at, at + 2), 16) / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
const contrast = (a: string, b: string): number => {
  const [darker = 0, lighter = 0] = [luminance(a), luminance(b)].toSorted((one, other) => one - other)
  return (lighter + 0.05) / (darker + 0.05)
}

test('[TASK2-04] the text of all ten labels has enough contrast in both themes, and no two look alike', () => {
  expect(contrast('#ffffff', '#000000')).toBeCloseTo(21)
  for (const colour of labelColours)
    for (const { ground, text } of Object.values(labelLooks[colour]))
      expect(contrast(ground, text), colour).toBeGreaterThanOrEqual(4.5)
  expect(new Set(Object.values(labelLooks).map(({ light }) => light.ground)).size).toBe(10)
})
