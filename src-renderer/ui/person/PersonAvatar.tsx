import { Avatar } from '@mui/material'
import { use } from 'react'
import { initialsOf } from './initials.ts'
import { PictureSource } from './pictures.ts'
import { weight } from '../look/tokens.ts'

/** The height of the letters as a share of the circle's. */
const LETTERS = 0.36

type PersonAvatarProps = {
  name: string
  /** Whose picture it is; without it the initials show. */
  username?: string | null | undefined
  /** In pixels. */
  size: number
}

/**
 * A person's picture; initials on a quiet ground when there is none or it cannot be shown. It is decoration, because
 * the name is always beside it.
 */
export const PersonAvatar = ({ name, username, size }: PersonAvatarProps) => {
  const usePicture = use(PictureSource)
  const picture = usePicture(username ?? undefined)
  return (
    <Avatar
      aria-hidden
      {...(picture !== undefined && { src: picture, alt: '' })}
      sx={{
        width: size,
        height: size,
        fontSize: size * LETTERS,
        fontWeight: weight.semibold,
        letterSpacing: '0.01em',
        bgcolor: 'background.column',
        color: 'text.secondary',
        border: 1,
        borderColor: 'divider',
      }}
    >
      {initialsOf(name)}
    </Avatar>
  )
}
