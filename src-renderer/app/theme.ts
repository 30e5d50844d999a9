import { createTheme, type Theme, type ThemeOptions } from '@mui/material'
import type { CSSProperties } from 'react'
import { accent } from '../ui/look/accents.ts'
import { focusRing } from '../ui/look/focus-ring.ts'
import { duration, radius, size, weight } from '../ui/look/tokens.ts'
import { forcedColours } from './forced-colours.ts'

type OwnVariants = Record<'display' | 'title' | 'figure' | 'panel' | 'lead' | 'note', CSSProperties>
declare module '@mui/material/styles' {
  /** A board is drawn in three tones: the page's ground, the column on it, and the card on the column. */
  interface TypeBackground {
    column: string
    card: string
  }
  // oxlint-disable-next-line typescript/no-empty-object-type -- an interface is how MUI lets names be added
  interface TypographyVariants extends OwnVariants {}
  // oxlint-disable-next-line typescript/no-empty-object-type -- an interface is how MUI lets names be added
  interface TypographyVariantsOptions extends Partial<OwnVariants> {}
}
declare module '@mui/material/Typography' {
  interface TypographyPropsVariantOverrides {
    display: true
    title: true
    figure: true
    panel: true
    lead: true
    note: true
    h5: false
    h6: false
    subtitle1: false
    subtitle2: false
    overline: false
  }
}

const fontFamily = "'Inter Variable', system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif"

// Headings are smaller on a phone, so that a title of three words stays on one line. 600 and 900 px are MUI's sm and md.
const fromSm = '@media (min-width:600px)'
const fromMd = '@media (min-width:900px)'
const fromLg = '@media (min-width:1200px)'
const heading = { fontWeight: weight.bold, letterSpacing: '-0.016em', lineHeight: 1.25 }
const pageHeading = { fontWeight: weight.bold, letterSpacing: '-0.022em', lineHeight: 1.15 }
const title = { ...pageHeading, fontSize: size.section, [fromMd]: { fontSize: size.title } }

/**
 * The text variants and what each is for, beside MUI's own names (h1 to h4, body1, body2). The types exclude MUI's
 * other names.
 */
const typography = {
  fontFamily,
  fontWeightLight: weight.regular,
  fontWeightRegular: weight.regular,
  fontWeightMedium: weight.medium,
  fontWeightBold: weight.bold,
  /** The one sentence of the landing page. */
  display: {
    fontWeight: weight.bold,
    letterSpacing: '-0.036em',
    lineHeight: 1.04,
    fontSize: size.displayNarrow,
    [fromSm]: { fontSize: size.displayMiddle },
    [fromLg]: { fontSize: size.displayWide },
  },
  h1: { ...pageHeading, fontSize: size.title, [fromMd]: { fontSize: size.page } },
  /** The h1 of a page with a frame around it: a workspace, a dialog, a wizard, the sign-in. */
  title,
  /** A number that is read before its label. */
  figure: { ...title, lineHeight: 1.25 },
  h2: { ...heading, fontSize: size.panel, [fromMd]: { fontSize: size.section } },
  /** The heading of a dialog or panel. It does not grow with the window, because panels stay narrow. */
  panel: { ...heading, fontSize: size.panel },
  h3: { fontSize: size.lead, fontWeight: weight.semibold, letterSpacing: '-0.01em', lineHeight: 1.35 },
  h4: { fontSize: size.body, fontWeight: weight.semibold, lineHeight: 1.4 },
  /** The first paragraph below a page's heading. */
  lead: { fontSize: size.lead, lineHeight: 1.6, textWrap: 'pretty' },
  body1: { fontSize: size.body, lineHeight: 1.6 },
  body2: { fontSize: size.small, lineHeight: 1.55 },
  note: { fontSize: size.note, lineHeight: 1.55 },
  caption: { fontSize: size.tiny },
  button: { textTransform: 'none', fontWeight: weight.semibold },
} as const

/** How MUI's components look and behave where that is not their default. */
const components: ThemeOptions['components'] = {
  MuiButton: { defaultProps: { disableElevation: true } },
  MuiCard: { defaultProps: { variant: 'outlined' } },
  MuiPaper: { styleOverrides: { root: { backgroundImage: 'none' } } },
  // The rest of a bar is not in a tone of its colour, which on a dark ground would read as done.
  MuiLinearProgress: { styleOverrides: { determinate: { backgroundColor: 'var(--mui-palette-divider)' } } },
  MuiAppBar: { defaultProps: { elevation: 0, color: 'inherit' } },
  MuiButtonBase: {
    defaultProps: { disableRipple: true },
    // MUI removes the outline of buttons, and without ripples nothing else would show the focus.
    styleOverrides: { root: { '&.Mui-focusVisible': { outline: focusRing, outlineOffset: 2 } } },
  },
  // A switch begins where text does: the room around its thumb is for a ripple, which there is none of.
  MuiFormControlLabel: {
    styleOverrides: {
      // A switch has room around it, which is no indent where it comes first.
      root: {
        '&:not(.MuiFormControlLabel-labelPlacementStart)': {
          '&:has(.MuiSwitch-root)': { marginLeft: -9 },
          '&:has(.MuiSwitch-sizeSmall)': { marginLeft: -4 },
        },
      },
    },
  },
  // The lists around these cut off an outline that stands out, so theirs lies inside.
  MuiMenuItem: { styleOverrides: { root: { '&.Mui-focusVisible': { outlineOffset: -2 } } } },
  MuiTab: { styleOverrides: { root: { '&.Mui-focusVisible': { outlineOffset: -2 } } } },
  // What people have written begins where their language does: a text and a field have the direction of its first letter.
  MuiTypography: { defaultProps: { dir: 'auto' } },
  MuiChip: { defaultProps: { dir: 'auto' } },
  MuiInputBase: {
    defaultProps: { slotProps: { input: { dir: 'auto' } } },
    // The opacity that MUI gives a placeholder leaves it a contrast below 3.
    styleOverrides: { input: { '&::placeholder': { color: 'var(--mui-palette-text-secondary)' } } },
  },
  MuiTextField: { defaultProps: { fullWidth: true, size: 'medium' } },
  // Labels are above their fields, where they stay readable while a person types.
  MuiInputLabel: {
    defaultProps: { shrink: true },
    styleOverrides: {
      outlined: {
        position: 'static',
        transform: 'none',
        marginBottom: 6,
        fontSize: size.small,
        fontWeight: weight.semibold,
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
      // The text area inside has this padding itself.
      multiline: { padding: 0 },
      // A disabled field has a weaker frame than the others.
      root: {
        '&.Mui-disabled .MuiOutlinedInput-notchedOutline': { borderColor: 'var(--mui-palette-divider)' },
        // A read-only field has the ground of the page and a dashed frame, and its text stays as readable.
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
      // The text below a disabled field says why it is disabled, so it must stay readable.
      root: { '&.Mui-disabled': { color: 'var(--mui-palette-text-secondary)' } },
    },
  },
  // The page's lock is our own (ui/look/scroll-lock.ts).
  MuiModal: { defaultProps: { disableScrollLock: true } },
  MuiPopover: { defaultProps: { disableScrollLock: true } },
  // On a dark ground a shadow is hardly seen, so a menu has the tone of cards, and lines that are seen on cards, too.
  MuiMenu: {
    styleOverrides: {
      paper: {
        '--mui-palette-divider': 'color-mix(in srgb, var(--mui-palette-text-primary) 18%, transparent)',
        border: '1px solid var(--mui-palette-divider)',
        backgroundColor: 'var(--mui-palette-background-card)',
      },
    },
  },
  // The button is level with the first line of the text.
  MuiAlert: { styleOverrides: { root: { alignItems: 'center' }, action: { paddingTop: 0, alignItems: 'center' } } },
  MuiAlertTitle: { styleOverrides: { root: { marginTop: 0 } } },
  MuiCssBaseline: {
    styleOverrides: {
      // Scroll bars that take room have no track of their own colour, which would be a stripe beside columns and dialogs.
      html: { scrollbarColor: 'color-mix(in srgb, currentColor 50%, transparent) transparent' },
      body: { fontFeatureSettings: "'cv05', 'cv11', 'ss03'", overflowX: 'hidden' },
      '.tabular': { fontVariantNumeric: 'tabular-nums' },
      ':focus-visible': { outline: focusRing, outlineOffset: '2px' },
      '@media (forced-colors: active)': forcedColours,
      '@media (prefers-reduced-motion: reduce)': {
        '*, *::before, *::after': {
          animationDuration: '0.01ms !important',
          // Any time but none would make every property of every element a transition, and let colours lag a frame behind.
          transitionDuration: '0s !important',
        },
      },
    },
  },
}

/** The theme. Light and dark are CSS variables, so that switching repaints without a re-render. */
export const theme: Theme = createTheme({
  cssVariables: { colorSchemeSelector: 'data-color-scheme' },
  colorSchemes: {
    light: {
      opacity: { inputPlaceholder: 1 },
      palette: {
        primary: accent.light,
        background: { default: '#fafaf9', paper: '#ffffff', column: '#ecebe8', card: '#ffffff' },
        text: { primary: '#1c1b1a', secondary: '#57534e' },
        divider: '#e4e2df',
        error: { main: '#b3261e' },
        success: { main: '#15703c' },
        warning: { main: '#92580a' },
        // A mere notice has no colour of its own.
        info: { main: '#57534e' },
      },
    },
    dark: {
      opacity: { inputPlaceholder: 1 },
      palette: {
        primary: accent.dark,
        background: { default: '#121413', paper: '#1a1d1c', column: '#1f2322', card: '#2c3130' },
        text: { primary: '#eceae7', secondary: '#a9a6a1' },
        divider: '#303433',
        // The shade of a pressed or hovered button, on which its text can still be read.
        error: { main: '#ff8a80', dark: '#f27970' },
        success: { main: '#5fd08f' },
        warning: { main: '#f2b35d' },
        info: { main: '#a9a6a1' },
      },
    },
  },
  spacing: 8,
  transitions: {
    duration: {
      shortest: duration.hover,
      shorter: duration.leaving,
      short: duration.entering,
      standard: duration.entering,
      complex: duration.longest,
      enteringScreen: duration.entering,
      leavingScreen: duration.leaving,
    },
    // What is high opens as quickly as what is low.
    getAutoHeightDuration: () => duration.entering,
  },
  shape: { borderRadius: Number.parseInt(radius.medium) },
  typography,
  components,
})
