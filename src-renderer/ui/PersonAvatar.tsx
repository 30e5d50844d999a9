import Avatar from '@mui/material/Avatar'
import { initialsOf } from './initials.ts'

/** A person's initials on the mode's accent. Decoration: the name always stands beside it. `size` in pixels. */
export const PersonAvatar = ({ name, size }: { name: string; size: number }) => (
  <Avatar
    aria-hidden
    sx={{
      width: size,
      height: size,
      fontSize: size * 0.36,
      fontWeight: 640,
      letterSpacing: '0.01em',
      bgcolor: 'color-mix(in srgb, var(--mui-palette-primary-main) 12%, var(--mui-palette-background-paper))',
      color: 'primary.main',
      border: '1px solid color-mix(in srgb, var(--mui-palette-primary-main) 24%, transparent)',
    }}
  >
    {initialsOf(name)}
  </Avatar>
)
