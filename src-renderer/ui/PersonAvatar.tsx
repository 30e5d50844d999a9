import Avatar from '@mui/material/Avatar'
import { initialsOf } from './initials.ts'
import { weight } from './tokens.ts'

/** The height of the letters as a share of the circle's. */
const LETTERS = 0.36

/**
 * A person's initials on the mode's accent. They are decoration, because the name always stands beside them. `size` is
 * in pixels.
 */
export const PersonAvatar = ({ name, size }: { name: string; size: number }) => (
  <Avatar
    aria-hidden
    sx={{
      width: size,
      height: size,
      fontSize: size * LETTERS,
      fontWeight: weight.semibold,
      letterSpacing: '0.01em',
      bgcolor: 'color-mix(in srgb, var(--mui-palette-primary-main) 12%, var(--mui-palette-background-paper))',
      color: 'primary.main',
      border: '1px solid color-mix(in srgb, var(--mui-palette-primary-main) 24%, transparent)',
    }}
  >
    {initialsOf(name)}
  </Avatar>
)
