import { radius, shadow } from './tokens.ts'

/** A phone held upright. In a low window, or above a keyboard, the act stays where wide windows have it. */
const ON_PHONE = '@media (max-width: 599.95px) and (min-height: 600px)'

/** Pixels at the foot of a phone's page that its act would cover. */
const ROOM = 80

/** A screen's main act on a phone: at the lower right, where the thumb is. Toasts keep clear of `data-foot`. */
export const withinReach = {
  [ON_PHONE]: {
    position: 'fixed',
    right: 'calc(16px + env(safe-area-inset-right))',
    bottom: 'calc(16px + var(--bottom-bar-height, 0px) + env(safe-area-inset-bottom))',
    zIndex: 'appBar',
    height: 56,
    minWidth: 56,
    borderRadius: radius.pill,
    boxShadow: shadow.floating,
  },
} as const

/** The page's end can be scrolled above the act. */
export const roomForReach = { [ON_PHONE]: { '&::after': { content: '""', display: 'block', height: ROOM } } } as const
