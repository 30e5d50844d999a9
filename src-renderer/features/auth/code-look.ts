import { size, weight } from '#ui/look/tokens.ts'

/** How the field of a six-digit code looks. */
export const codeLook = {
  '& input': {
    fontSize: size.section,
    fontWeight: weight.semibold,
    letterSpacing: '0.4em',
    fontVariantNumeric: 'tabular-nums',
  },
} as const
