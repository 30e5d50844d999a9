/** On a phone the chips are one line that scrolls, so that the first job is near the top. */
export const chipLine = {
  display: 'flex',
  gap: 1,
  alignItems: 'center',
  flexWrap: { xs: 'nowrap', sm: 'wrap' },
  overflowX: { xs: 'auto', sm: 'visible' },
  scrollbarWidth: 'none',
  mx: { xs: -2, sm: 0 },
  px: { xs: 2, sm: 0 },
  // Room for the focus rings, which scrolling would cut off.
  py: { xs: 0.5, sm: 0 },
  '& .MuiChip-root': { flex: 'none' },
} as const
