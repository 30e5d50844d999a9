import Box from '@mui/material/Box'
import Link from '@mui/material/Link'
import { Link as RouterLink } from 'react-router-dom'
import type { ReactNode } from 'react'
import type { Collaborator } from '../../../shared/rules/collaborators.ts'
import { paths } from '../../lib/paths.ts'
import { PersonAvatar } from '../../ui/PersonAvatar.tsx'

type PersonCellProps = {
  person: Pick<Collaborator, 'name' | 'username' | 'email'>
  isViewer?: boolean
  /** What stands below the name where there is no room for columns. */
  children?: ReactNode
}

/** Somebody's initials, name with a link to their profile, and how to reach or tell them apart. */
export const PersonCell = ({ person: { name, username, email }, isViewer = false, children }: PersonCellProps) => (
  <Box sx={{ display: 'flex', alignItems: 'center', gap: 1.5, minWidth: 0 }}>
    <PersonAvatar name={name} size={36} />
    <Box sx={{ minWidth: 0 }}>
      <Box sx={{ fontWeight: 600, overflowWrap: 'anywhere' }}>
        <Link component={RouterLink} to={paths.profile(username)} color="inherit" underline="hover">
          {name}
        </Link>
        {isViewer && (
          <Box component="span" sx={{ color: 'text.secondary', fontWeight: 400 }}>
            {' '}
            (you)
          </Box>
        )}
      </Box>
      <Box sx={{ color: 'text.secondary', fontSize: '0.8125rem', overflowWrap: 'anywhere' }}>
        {email || `@${username}`}
      </Box>
      {children}
    </Box>
  </Box>
)
