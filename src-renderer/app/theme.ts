import { createTheme, type Theme } from '@mui/material/styles'
import type { AccountType } from '../../shared/contract/index.ts'
import { focusRing } from '../ui/focus-ring.ts'

const fontFamily = "'Inter Variable', system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif"

/** Where the keyboard is: the accent, which stands out from every ground. */

/** One accent per mode: creator blue, contributor green. Both meet AA on their grounds, as text and under text. */
const accents = {
  creator: {
    light: { main: '#1d4ed8', light: '#3b6cf0', dark: '#1e3a8a', contrastText: '#ffffff' },
    dark: { main: '#8ab0ff', light: '#b3ccff', dark: '#5b86e5', contrastText: '#0b1220' },
  },
  contributor: {
    light: { main: '#15703c', light: '#1f8f4f', dark: '#0f5130', contrastText: '#ffffff' },
    dark: { main: '#5fd08f', light: '#93e3b3', dark: '#37a266', contrastText: '#06170d' },
  },
} as const

/** The theme of a mode, light and dark as CSS variables, so that switching repaints without a re-render. */
export const themeFor = (mode: AccountType): Theme =>
  createTheme({
    cssVariables: { colorSchemeSelector: 'data-color-scheme' },
    colorSchemes: {
      light: {
        palette: {
          primary: accents[mode].light,
          background: { default: '#fafaf9', paper: '#ffffff' },
          text: { primary: '#1c1b1a', secondary: '#57534e' },
          divider: '#e4e2df',
          error: { main: '#b3261e' },
          success: { main: '#15703c' },
          warning: { main: '#92580a' },
          info: { main: '#1d4ed8' },
        },
      },
      dark: {
        palette: {
          primary: accents[mode].dark,
          background: { default: '#121413', paper: '#1a1d1c' },
          text: { primary: '#eceae7', secondary: '#a9a6a1' },
          divider: '#303433',
          error: { main: '#ff8a80' },
          success: { main: '#5fd08f' },
          warning: { main: '#f2b35d' },
          info: { main: '#8ab0ff' },
        },
      },
    },
    spacing: 8,
    shape: { borderRadius: 10 },
    typography: {
      fontFamily,
      h1: { fontSize: '2.25rem', fontWeight: 680, letterSpacing: '-0.022em', lineHeight: 1.15 },
      h2: { fontSize: '1.5rem', fontWeight: 650, letterSpacing: '-0.016em', lineHeight: 1.25 },
      h3: { fontSize: '1.125rem', fontWeight: 620, letterSpacing: '-0.01em', lineHeight: 1.35 },
      body1: { fontSize: '0.9375rem', lineHeight: 1.6 },
      body2: { fontSize: '0.875rem', lineHeight: 1.55 },
      button: { textTransform: 'none', fontWeight: 600 },
    },
    components: {
      MuiButton: { defaultProps: { disableElevation: true } },
      MuiCard: { defaultProps: { variant: 'outlined' } },
      MuiPaper: { styleOverrides: { root: { backgroundImage: 'none' } } },
      MuiAppBar: { defaultProps: { elevation: 0, color: 'inherit' } },
      MuiButtonBase: {
        defaultProps: { disableRipple: true },
        // A button base takes its outline away, and without ripples nothing else would show the focus.
        styleOverrides: { root: { '&.Mui-focusVisible': { outline: focusRing, outlineOffset: 2 } } },
      },
      // Their lists cut off what stands out.
      MuiMenuItem: { styleOverrides: { root: { '&.Mui-focusVisible': { outlineOffset: -2 } } } },
      MuiTab: { styleOverrides: { root: { '&.Mui-focusVisible': { outlineOffset: -2 } } } },
      MuiTextField: { defaultProps: { fullWidth: true, size: 'medium' } },
      // Labels stand above their fields, where they stay readable while one types.
      MuiInputLabel: {
        defaultProps: { shrink: true },
        styleOverrides: {
          outlined: {
            position: 'static',
            transform: 'none',
            marginBottom: 6,
            fontSize: '0.875rem',
            fontWeight: 600,
            lineHeight: 1.4,
            color: 'var(--mui-palette-text-primary)',
          },
        },
      },
      MuiOutlinedInput: {
        defaultProps: { notched: false },
        styleOverrides: {
          notchedOutline: { top: 0, '& legend': { display: 'none' } },
          input: { padding: '12px 14px' },
          // The text area inside has its padding already.
          multiline: { padding: 0 },
          // What cannot be used steps back behind what can.
          root: {
            '&.Mui-disabled .MuiOutlinedInput-notchedOutline': { borderColor: 'var(--mui-palette-divider)' },
            // What can be read but not changed has the ground of the page, no frame to type into, and stays as readable.
            '&.Mui-readOnly': { backgroundColor: 'var(--mui-palette-background-default)' },
            '&.Mui-readOnly .MuiOutlinedInput-notchedOutline': {
              borderStyle: 'dashed',
              borderWidth: 1,
              borderColor: 'var(--mui-palette-divider)',
            },
          },
        },
      },
      MuiFormHelperText: {
        styleOverrides: {
          contained: { marginLeft: 2, marginRight: 2 },
          // The reason why a field cannot be used is there to be read.
          root: { '&.Mui-disabled': { color: 'var(--mui-palette-text-secondary)' } },
        },
      },
      MuiMenu: { styleOverrides: { paper: { border: '1px solid var(--mui-palette-divider)' } } },
      // The button stands level with the first line, not below it.
      MuiAlert: { styleOverrides: { root: { alignItems: 'center' }, action: { paddingTop: 0, alignItems: 'center' } } },
      MuiAlertTitle: { styleOverrides: { root: { marginTop: 0 } } },
      MuiCssBaseline: {
        styleOverrides: {
          body: { fontFeatureSettings: "'cv05', 'cv11', 'ss03'", overflowX: 'hidden' },
          '.tabular': { fontVariantNumeric: 'tabular-nums' },
          ':focus-visible': { outline: focusRing, outlineOffset: '2px' },
          '@media (prefers-reduced-motion: reduce)': {
            '*, *::before, *::after': {
              animationDuration: '0.01ms !important',
              transitionDuration: '0.01ms !important',
            },
          },
        },
      },
    },
  })
