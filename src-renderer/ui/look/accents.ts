import type { Theme } from '@mui/material'

/** The one accent of the product, in both modes: the green of the brand, of its mails and of its public pages. It meets AA, as text and behind text. */
export const accent = {
  light: { main: '#15703c', light: '#1f8f4f', dark: '#0f5130', contrastText: '#ffffff' },
  dark: { main: '#5fd08f', light: '#93e3b3', dark: '#37a266', contrastText: '#06170d' },
} as const

const main = (colour: string, channel: string) => ({
  '--mui-palette-primary-main': colour,
  '--mui-palette-primary-mainChannel': channel,
})

/** The blue of creators, which meets AA as well, for text and outlines of an element; green stays that of contributors. */
export const blueText = (theme: Theme) => ({
  ...main('#1d4ed8', '29 78 216'),
  ...theme.applyStyles('dark', main('#8ab0ff', '138 176 255')),
})
