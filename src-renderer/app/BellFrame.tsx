import { Popover } from '@mui/material'
import type { KeyboardEvent, ReactNode } from 'react'
import { shadow } from '../ui/look/tokens.ts'

const steps: Readonly<Record<string, (at: number, last: number) => number>> = {
  ArrowDown: (at, last) => (at >= last ? 0 : at + 1),
  ArrowUp: (at, last) => (at <= 0 ? last : at - 1),
  Home: () => 0,
  End: (_, last) => last,
}

/** Moves the focus among the links of the list by the arrow keys, Home and End. */
const moveFocus = (event: KeyboardEvent<HTMLElement>): void => {
  const step = steps[event.key]
  const links = [...event.currentTarget.querySelectorAll<HTMLElement>('a[href]')]
  if (!step || links.length === 0) return
  event.preventDefault()
  const at = links.findIndex((link) => link === document.activeElement)
  links[step(at, links.length - 1)]?.focus()
}

/** What the bell opens. Escape, a press beside it and following a link close it; the focus returns to the bell. */
export const BellFrame = (props: { anchor: HTMLElement | null; onClose: () => void; children: ReactNode }) => (
  <Popover
    open={props.anchor !== null}
    anchorEl={props.anchor}
    onClose={props.onClose}
    anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
    transformOrigin={{ vertical: 'top', horizontal: 'right' }}
    slotProps={{
      paper: {
        role: 'dialog',
        'aria-label': 'Latest notices',
        onKeyDown: moveFocus,
        variant: 'outlined',
        sx: {
          width: 420,
          maxWidth: 'calc(100vw - 32px)',
          maxHeight: 'min(740px, calc(100dvh - 96px))',
          mt: 0.5,
          display: 'flex',
          flexDirection: 'column',
          boxShadow: shadow.floating,
        },
      },
    }}
  >
    {props.children}
  </Popover>
)
