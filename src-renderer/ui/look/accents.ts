import type { Theme } from '@mui/material'
import type { AccountType } from '#shared/contract/index.ts'

/** The colours of the modes: blue for creators, green for contributors. Both meet AA, as text and behind text. */
const modes = {
  creator: {
    light: { main: '#1d4ed8', light: '#3b6cf0', dark: '#1e3a8a', contrastText: '#ffffff' },
    dark: { main: '#8ab0ff', light: '#b3ccff', dark: '#5b86e5', contrastText: '#0b1220' },
  },
  contributor: {
    light: { main: '#15703c', light: '#1f8f4f', dark: '#0f5130', contrastText: '#ffffff' },
    dark: { main: '#5fd08f', light: '#93e3b3', dark: '#37a266', contrastText: '#06170d' },
  },
} as const

/** The one accent of the product, in both modes: the green of the brand, of its mails and of its public pages. */
export const accent = modes.contributor

type Shades = (typeof modes)[AccountType]['light' | 'dark']
const channels = (hex: string) => [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16)).join(' ')
const variables = (shades: Shades) =>
  Object.fromEntries(
    Object.entries(shades).flatMap(([name, hex]) => [
      [`--mui-palette-primary-${name}`, hex],
      [`--mui-palette-primary-${name}Channel`, channels(hex)],
    ]),
  )

/** Gives an element and what is in it the colour of a mode in place of the accent. */
export const coloursOf = (mode: AccountType) => {
  const { light, dark } = modes[mode]
  return (theme: Theme) => ({ ...variables(light), ...theme.applyStyles('dark', variables(dark)) })
}
