import { Link } from '@mui/material'
import { radius } from '../look/tokens.ts'

/** The first element that the Tab key reaches: it jumps over the header to the element with the id `to`. */
export const SkipLink = ({ to }: { to: string }) => (
  <Link
    href={`#${to}`}
    onClick={(event) => {
      // Only the focus moves; the address stays as it is.
      event.preventDefault()
      document.getElementById(to)?.focus()
    }}
    sx={{
      position: 'fixed',
      top: 8,
      left: 8,
      px: 2,
      py: 1,
      borderRadius: radius.medium,
      bgcolor: 'background.paper',
      color: 'text.primary',
      zIndex: 'tooltip',
      transform: 'translateY(-200%)',
      '&:focus': { transform: 'none' },
    }}
  >
    Skip to content
  </Link>
)
