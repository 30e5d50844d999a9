import Box from '@mui/material/Box'
import Link from '@mui/material/Link'
import type { ReactNode } from 'react'
import { Link as RouterLink } from 'react-router-dom'
import { brand } from '../../../shared/brand.ts'
import { paths } from '../../lib/paths.ts'
import { Brand } from '../../ui/Brand.tsx'
import { SkipLink } from '../../ui/SkipLink.tsx'
import { ThemeToggle } from '../../ui/ThemeToggle.tsx'

/** The frame of every sign-in screen: one narrow column, and a side panel where there is room and something to say. */
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
      <Box
        component="header"
        sx={{
          height: 72,
          px: { xs: 2, sm: 4 },
          display: 'flex',
          alignItems: 'center',
          justifyContent: 'space-between',
        }}
      >
        <Link
          component={RouterLink}
          to={paths.landing()}
          aria-label={brand.name}
          underline="none"
          sx={{ borderRadius: 1, display: 'inline-flex' }}
        >
          <Brand />
        </Link>
        <ThemeToggle />
      </Box>
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
