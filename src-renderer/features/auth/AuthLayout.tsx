import Box from '@mui/material/Box'
import type { ReactNode } from 'react'
import { PlainHeader } from '../../ui/PlainHeader.tsx'
import { SkipLink } from '../../ui/SkipLink.tsx'

/** The frame of every sign-in screen: one narrow column, and on a wide window the side panel `aside`. */
export const AuthLayout = ({ children, aside }: { children: ReactNode; aside?: ReactNode }) => (
  <Box
    sx={{
      minHeight: '100dvh',
      display: 'grid',
      gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: aside ? 'minmax(0, 1fr) minmax(0, 1fr)' : 'minmax(0, 1fr)' },
      bgcolor: 'background.paper',
    }}
  >
    <SkipLink to="main" />
    <Box sx={{ display: 'flex', flexDirection: 'column', minWidth: 0 }}>
      <PlainHeader />
      <Box
        component="main"
        id="main"
        tabIndex={-1}
        sx={{ flex: 1, display: 'grid', alignContent: 'center', justifyItems: 'center', px: 2, py: 4, outline: 'none' }}
      >
        <Box sx={{ width: '100%', maxWidth: 400 }}>{children}</Box>
      </Box>
    </Box>
    {aside && <Box sx={{ display: { xs: 'none', md: 'block' }, p: 2, pl: 0 }}>{aside}</Box>}
  </Box>
)
