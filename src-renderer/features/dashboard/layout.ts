import { radius } from '#ui/look/tokens.ts'

/** A list whose rows have one frame around them, and lines between them. */
export const rowList = {
  listStyle: 'none',
  m: 0,
  p: 0,
  border: 1,
  borderColor: 'divider',
  borderRadius: radius.medium,
  bgcolor: 'background.paper',
  overflow: 'hidden',
  '& > li + li': { borderTop: 1, borderColor: 'divider' },
} as const
