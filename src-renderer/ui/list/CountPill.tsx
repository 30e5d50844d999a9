import { Box } from '@mui/material'
import { radius, size, weight } from '../look/tokens.ts'

/** More than this many are shown as "99+". */
const SHOWN_MAX = 99

/**
 * The number of things that wait for somebody, beside the link to them; nothing when there are none. It is only visual:
 * the link says the same with `waitingDescription`, so that its name does not change.
 */
export const CountPill = ({ count }: { count: number }) =>
  count > 0 && (
    <Box
      component="span"
      aria-hidden
      data-fill
      className="tabular"
      sx={{
        flex: 'none',
        display: 'inline-block',
        minWidth: 20,
        px: 0.75,
        borderRadius: radius.pill,
        bgcolor: 'primary.main',
        color: 'primary.contrastText',
        fontSize: size.tiny,
        fontWeight: weight.semibold,
        lineHeight: '20px',
        textAlign: 'center',
        '@media (forced-colors: active)': { color: 'HighlightText' },
      }}
    >
      {count > SHOWN_MAX ? `${SHOWN_MAX}+` : count}
    </Box>
  )

/** What a link or a tab says to screen readers of the things that wait behind it. */
export const waitingDescription = (count: number, noun: string) =>
  count > 0 ? { 'aria-description': count === 1 ? `1 ${noun} waits` : `${count} ${noun}s wait` } : {}
