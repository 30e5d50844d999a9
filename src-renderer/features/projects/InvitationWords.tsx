import { Box, Link as MuiLink } from '@mui/material'
import { Link } from 'react-router-dom'
import type { ProjectAccess } from '#shared/contract/index.ts'
import { paths } from '#lib/paths.ts'
import { radius, weight } from '#ui/look/tokens.ts'

/** Who invites the viewer, and what they wrote, where the invitation is answered. */
export const InvitationWords = ({ from }: { from: NonNullable<ProjectAccess['invitation']> }) => (
  <Box
    component="section"
    aria-label="Your invitation"
    sx={{
      p: 2,
      border: 1,
      borderColor: 'divider',
      borderRadius: radius.medium,
      typography: 'body2',
      overflowWrap: 'anywhere',
    }}
  >
    <MuiLink component={Link} to={paths.profile(from.fromUsername)} sx={{ fontWeight: weight.semibold }}>
      {from.fromName || from.fromUsername}
    </MuiLink>{' '}
    invites you{from.message ? ':' : '.'}
    {from.message && (
      <Box component="blockquote" sx={{ m: 0, mt: 0.75, color: 'text.secondary', whiteSpace: 'pre-wrap' }}>
        {from.message}
      </Box>
    )}
  </Box>
)
