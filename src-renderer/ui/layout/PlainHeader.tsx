import { Box, Link } from '@mui/material'
import { Link as RouterLink } from 'react-router-dom'
import { brand } from '#shared/brand.ts'
import { paths } from '#lib/paths.ts'
import { Brand } from './Brand.tsx'
import { ThemeToggle } from './ThemeToggle.tsx'
import { radius } from '../look/tokens.ts'

/** The header of pages outside the app's shell: a link home, and the theme. */
export const PlainHeader = ({ hasLine = false }: { hasLine?: boolean }) => (
  <Box
    component="header"
    sx={{
      height: 72,
      px: { xs: 2, sm: 4 },
      display: 'flex',
      alignItems: 'center',
      justifyContent: 'space-between',
      borderBottom: hasLine ? 1 : 0,
      borderColor: 'divider',
    }}
  >
    <Link
      component={RouterLink}
      to={paths.landing()}
      aria-label={brand.name}
      underline="none"
      sx={{ borderRadius: radius.medium, display: 'inline-flex' }}
    >
      <Brand />
    </Link>
    <ThemeToggle />
  </Box>
)
