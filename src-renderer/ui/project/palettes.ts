import { stockImage } from './illustrations.ts'

/** The colours of the drawings and seven variations: different at a glance, and none of them garish. */
export const palettes = [
  'none',
  'hue-rotate(45deg)',
  'hue-rotate(90deg) saturate(0.85)',
  'hue-rotate(135deg) saturate(0.8)',
  'hue-rotate(180deg)',
  'hue-rotate(225deg) saturate(0.9)',
  'hue-rotate(270deg) saturate(0.85)',
  'hue-rotate(315deg)',
] as const

/** The palette of a project, the same wherever it is shown; any form of ID is spread evenly. */
export const paletteOf = (projectID: string): number => {
  let hash = 2_166_136_261
  for (const character of projectID) hash = Math.imul(hash ^ character.charCodeAt(0), 16_777_619)
  return ((hash ^ (hash >>> 15)) >>> 0) % palettes.length
}

/** Lists have at most three columns, so these many cards before a card are beside or above it. */
const NEIGHBOURS = 3

/**
 * The palettes of a list's cards. When two neighbours would have the same drawing in the same palette, the later one
 * takes the next palette.
 */
export const palettesOf = (cards: ReadonlyArray<{ id: string; title: string }>): number[] => {
  const chosen: number[] = []
  cards.forEach(({ id, title }, index) => {
    const taken = cards
      .slice(Math.max(0, index - NEIGHBOURS), index)
      .flatMap((card, back, before) =>
        stockImage(card.title) === stockImage(title) ? [chosen[index - before.length + back]] : [],
      )
    let palette = paletteOf(id)
    while (taken.includes(palette)) palette = (palette + 1) % palettes.length
    chosen.push(palette)
  })
  return chosen
}
