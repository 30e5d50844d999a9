import { expect, test } from 'vitest'
import { pageWindow } from './Pager.tsx'

test('[MKT-04] at most five page numbers show, always with the current one among them', () => {
  for (let total = 0; total <= 30; total += 1)
    for (let page = 1; page <= total; page += 1) {
      const shown = pageWindow(page, total)
      expect(shown).toHaveLength(Math.min(5, total))
      expect(shown).toContain(page)
      expect(shown[0]).toBeGreaterThanOrEqual(1)
      expect(shown.at(-1)).toBeLessThanOrEqual(total)
    }
  expect(pageWindow(1, 12)).toEqual([1, 2, 3, 4, 5])
  expect(pageWindow(6, 12)).toEqual([4, 5, 6, 7, 8])
  expect(pageWindow(12, 12)).toEqual([8, 9, 10, 11, 12])
})
