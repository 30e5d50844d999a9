/**
 * The sizes of the design, from which the theme is made (app/theme.ts). The lint allows no font size, weight, radius or
 * shadow besides them: take the nearest, or add a new one here with a name.
 */

/**
 * The type scale. Headings and paragraphs use a variant of the theme; use these for text that differs in nothing but
 * its size.
 */
export const size = {
  /** Counts in a badge, errors below a field. */
  tiny: '0.75rem',
  /** Dates, hints, column heads: text that accompanies other text. */
  note: '0.8125rem',
  small: '0.875rem',
  body: '0.9375rem',
  lead: '1.125rem',
  panel: '1.25rem',
  section: '1.5rem',
  title: '1.75rem',
  page: '2.25rem',
  displayNarrow: '2.5rem',
  displayMiddle: '3.25rem',
  displayWide: '4rem',
} as const

export const weight = { regular: 400, medium: 550, semibold: 600, bold: 680 } as const

/** Radii of corners as CSS lengths: a bare number in `sx` would be a multiple of the theme's radius. */
export const radius = {
  /** Corners of elements that are only a few pixels wide. */
  hair: '1px',
  small: '5px',
  /** Nearly everything: cards, fields, buttons, boxes. */
  medium: '10px',
  large: '15px',
  panel: '20px',
  hero: '30px',
  pill: '999px',
  circle: '50%',
} as const

export const shadow = {
  /** A card that is carried. */
  lifted: '0 12px 32px rgb(0 0 0 / 0.22)',
  /** Elements that lie above the page for a while. */
  floating: '0 8px 28px rgb(0 0 0 / 0.14)',
  /** A page drawn as a sheet of paper. */
  sheet: '0 24px 64px -24px rgb(0 0 0 / 0.28)',
  /** The light around a card that somebody else has just changed. */
  changed:
    '0 0 0 3px color-mix(in srgb, var(--mui-palette-primary-main) 55%, transparent), 0 0 20px 2px color-mix(in srgb, var(--mui-palette-primary-main) 45%, transparent)',
  /** The same without a glow, for people who do not want motion. */
  framed: '0 0 0 2px var(--mui-palette-primary-main)',
  /** The accent at the edge of the row that the arrow keys have reached. */
  activeRow: 'inset 2px 0 0 var(--mui-palette-primary-main)',
} as const

/** How long anything takes to move: what answers a person takes at most 200 ms, and nothing at all where motion is not wanted. */
export const duration = {
  /** Colours below the pointer. */
  hover: 120,
  /** What leaves. */
  leaving: 140,
  /** What comes, opens or shifts. */
  entering: 180,
  /** Nothing takes longer. */
  longest: 200,
} as const

/** Colours that answer the pointer. */
export const hoverMotion = ['color', 'border-color', 'background-color']
  .map((property) => `${property} ${duration.hover}ms`)
  .join(', ')
/** A list that fades while newer rows are on their way. */
export const staleMotion = `opacity ${duration.hover}ms`

/**
 * How the landing's picture moves. It tells a story at its own pace and answers nobody, so it may take longer; it can be
 * paused.
 */
export const pictureMotion = { slide: '700ms cubic-bezier(0.4, 0, 0.2, 1)', fade: '300ms ease-out' } as const

/** The greatest width of a page's content, in pixels. */
export const PAGE_WIDTH = 1200

/** The greatest width of a workspace's tabs, in pixels: boards and tables need more than text. */
export const WORKSPACE_WIDTH = 1720

/** The height of the top bar in pixels; the bar stays at the upper edge of the window, but not of a low one. */
export const TOP_BAR_HEIGHT = 64
/** A window with little height, such as a page enlarged to 200 %: bars scroll away or are lower there, and filters are folded. */
export const LOW_WINDOW = '@media (max-height: 599.95px)'
/** Where what sticks to the upper edge begins: below the top bar, where that stays. */
export const STICKY_TOP = `var(--sticky-top, ${TOP_BAR_HEIGHT}px)`
