/** Fills with the system's colour, where otherwise the system would fill with its ground. */
const filled = { backgroundColor: 'Highlight !important', forcedColorAdjust: 'none' } as const
const framed = { border: '1px solid ButtonText !important' } as const

/**
 * Restores what the system's own colours (Windows' contrast themes) remove. They drop backgrounds and shadows, and with
 * them what is chosen, progress, and the edges of buttons, labels and cards; frames and fills show these instead.
 */
export const forcedColours = {
  '[aria-selected="true"], [aria-pressed="true"], [aria-checked="true"], [aria-current]:not([aria-current="false"]), .Mui-selected, .Mui-focused[role="option"]':
    { outline: '2px solid Highlight', outlineOffset: '-2px' },
  '.MuiButton-contained, .MuiButton-outlined, .MuiChip-root, .MuiAlert-root, .MuiPaper-root, .MuiToggleButton-root':
    framed,
  '[role="progressbar"]': framed,
  '[role="progressbar"] > *, .MuiTabs-indicator, [data-fill]': filled,
  '.Mui-disabled, :disabled': { color: 'GrayText', borderColor: 'GrayText' },
  ':focus-visible, .Mui-focusVisible': { outline: '3px solid Highlight !important', outlineOffset: '1px' },
} as const
