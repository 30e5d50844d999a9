import { Box, Link } from '@mui/material'
import type { ReactNode } from 'react'
import { Link as RouterLink } from 'react-router-dom'
import { PersonAvatar } from './PersonAvatar.tsx'
import { size, weight } from '../look/tokens.ts'

type PersonLineProps = {
  person: { name?: string | undefined; username: string }
  /** The address of the profile; without it the name is text, as in a list of suggestions where the whole row is pressed. */
  href?: string
  isViewer?: boolean
  /** Draws one line in the size of the text around it, for cards and table cells. The username is then the name's tooltip. */
  isCompact?: boolean
  /** Shown after the username, such as an e-mail address or a role. */
  detail?: ReactNode
  /** Shown below the name where there is no room for columns. */
  children?: ReactNode
}

const clipped = { minWidth: 0, overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' } as const

/**
 * A person wherever they are shown: initials, name, then username. A person whose name is not known is shown by the
 * username, once.
 */
export const PersonLine = (props: PersonLineProps) => {
  const { person, href, isViewer = false, isCompact = false, detail, children } = props
  const name = person.name || person.username
  const username = name === person.username ? '' : `@${person.username}`
  if (isCompact)
    return (
      <Box
        component="span"
        sx={{ display: 'inline-flex', alignItems: 'center', gap: 1, minWidth: 0, maxWidth: '100%' }}
      >
        <PersonAvatar name={name} username={person.username} size={22} />
        <Box component="span" dir="auto" title={(!href && username) || undefined} sx={clipped}>
          {href ? (
            // What is around the line, such as a card that opens something else, is not pressed.
            <Link
              component={RouterLink}
              to={href}
              title={username || undefined}
              color="inherit"
              underline="hover"
              onClick={(event) => event.stopPropagation()}
            >
              {name}
            </Link>
          ) : (
            name
          )}
        </Box>
      </Box>
    )
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', gap: 1.5, minWidth: 0 }}>
      <PersonAvatar name={name} username={person.username} size={36} />
      <Box sx={{ minWidth: 0 }}>
        <Box dir="auto" sx={{ fontWeight: weight.semibold, overflowWrap: 'anywhere' }}>
          {href ? (
            <Link component={RouterLink} to={href} color="inherit" underline="hover">
              {name}
            </Link>
          ) : (
            name
          )}
          {isViewer && (
            <Box component="span" sx={{ color: 'text.secondary', fontWeight: weight.regular }}>
              {' '}
              (you)
            </Box>
          )}
        </Box>
        {(username || detail) && (
          <Box
            sx={{ color: 'text.secondary', fontSize: size.note, fontWeight: weight.regular, overflowWrap: 'anywhere' }}
          >
            {username}
            {username && detail ? ' · ' : ''}
            {detail}
          </Box>
        )}
        {children}
      </Box>
    </Box>
  )
}
