import fc from 'fast-check'
import { expect, test } from 'vitest'
import { stockImage } from './illustrations.ts'
import { paletteOf, palettes, palettesOf } from './palettes.ts'

const card = fc.record({ id: fc.uuid(), title: fc.string({ minLength: 1, maxLength: 12 }) })
const pictures = (cards: ReadonlyArray<{ id: string; title: string }>) =>
  palettesOf(cards).map((palette, index) => `${stockImage(cards[index]?.title ?? '')} ${palettes[palette]}`)

test('[MKT-28] no card looks like its neighbour beside or above it, whatever the list', () => {
  expect(new Set(palettes).size).toBeGreaterThanOrEqual(8)
  fc.assert(
    fc.property(fc.array(card, { maxLength: 40 }), (cards) => {
      const shown = pictures(cards)
      for (const [index, picture] of shown.entries())
        expect(shown.slice(Math.max(0, index - 3), index)).not.toContain(picture)
    }),
  )
  // The worst case is the same project three times, which no list has.
  const same = { id: '01890000-0000-7000-8000-000000000001', title: 'Tide tables' }
  expect(new Set(pictures([same, same, same])).size).toBe(3)
})

test('[MKT-28] a project has its own palette, and projects created in a row have different ones', () => {
  const ids = Array.from({ length: 200 }, (_, index) => `01890000-0000-7000-8000-${String(index).padStart(12, '0')}`)
  expect(new Set(ids.map(paletteOf)).size).toBe(palettes.length)
  expect(ids.map(paletteOf)).toEqual(ids.map(paletteOf))
  // In a list of one, no neighbour takes a card's own palette away.
  for (const id of ids) expect(palettesOf([{ id, title: 'Tide tables' }])).toEqual([paletteOf(id)])
})
