/** The outline of every focused element. */
export const focusRing = '2px solid var(--mui-palette-primary-main)'
