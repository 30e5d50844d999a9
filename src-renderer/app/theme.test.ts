import { describe, expect, test } from 'vitest'
import { contrast } from '#support/contrast.ts'
import { theme } from './theme.ts'

/** Of the page's ground, a column on it and a card on the column, each neighbour stands out this much. */
const LEAST_STEP = { light: 1.1, dark: 1.15 } as const

/** The part of the theme that is looked at; MUI's type of it has no names. */
type ThemeSchemes = {
  colorSchemes: Record<
    'light' | 'dark',
    {
      palette: {
        background: { default: string; paper: string; column: string; card: string }
        text: { primary: string; secondary: string }
        error: { main: string }
      }
      opacity: { inputPlaceholder: number }
    }
  >
}

describe.each(['light', 'dark'] as const)('a board in the %s theme', (scheme) => {
  const { palette, opacity } = (theme as unknown as ThemeSchemes).colorSchemes[scheme]
  const { background, text, error } = palette
  const { default: page, column, card } = background

  test('has three tones that differ: page, column and card', () => {
    expect(contrast(page, column)).toBeGreaterThanOrEqual(LEAST_STEP[scheme])
    expect(contrast(column, card)).toBeGreaterThanOrEqual(LEAST_STEP[scheme])
    // In the dark what lies higher is lighter, step by step.
    if (scheme === 'dark') expect(contrast(page, card)).toBeGreaterThanOrEqual(LEAST_STEP.dark ** 2)
  })

  test('can be read: title, details and late dates on a card, and the head of a column', () => {
    for (const colour of [text.primary, text.secondary, error.main])
      for (const ground of [card, column]) expect(contrast(colour, ground)).toBeGreaterThanOrEqual(4.5)
  })

  test('placeholders have the colour of details, as it is, and can be read on any ground', () => {
    expect(opacity.inputPlaceholder).toBe(1)
    const looks = theme.components?.MuiInputBase?.styleOverrides as
      { input: Record<string, { color: string }> } | undefined
    expect(looks?.input['&::placeholder']?.color).toBe('var(--mui-palette-text-secondary)')
    for (const ground of [page, palette.background.paper, column, card])
      expect(contrast(text.secondary, ground)).toBeGreaterThanOrEqual(4.5)
  })
})
