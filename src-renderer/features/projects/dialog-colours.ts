import type { Theme } from '@mui/material'

const shades = (light: string, dark: string, contrastText: string) => ({
  '--mui-palette-primary-light': light,
  '--mui-palette-primary-dark': dark,
  '--mui-palette-primary-contrastText': contrastText,
})

/** What buttons need beside `blueText`. */
export const blueShades = (theme: Theme) => ({
  ...shades('#3b6cf0', '#1e3a8a', '#ffffff'),
  ...theme.applyStyles('dark', shades('#b3ccff', '#5b86e5', '#0b1220')),
})
