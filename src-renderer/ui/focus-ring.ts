/** How a focus that must be seen looks, everywhere. */
export const focusRing = '2px solid var(--mui-palette-primary-main)'
