import { Box, Link, Typography } from '@mui/material'
import { Link as RouterLink } from 'react-router-dom'
import { brand } from '#shared/brand.ts'
import { paths } from '#lib/paths.ts'
import { Brand } from '#ui/layout/Brand.tsx'
import { PAGE_WIDTH } from '#ui/look/tokens.ts'

const links = [
  { label: 'Log in', to: paths.login() },
  { label: 'Register', to: paths.register() },
  { label: 'Terms', to: paths.terms() },
  { label: 'Privacy', to: paths.privacy() },
] as const

export const LandingFooter = () => (
  <Box component="footer" sx={{ borderTop: 1, borderColor: 'divider', mt: { xs: 8, md: 12 } }}>
    <Box
      sx={{
        maxWidth: PAGE_WIDTH,
        mx: 'auto',
        px: { xs: 2, sm: 4 },
        py: 5,
        display: 'flex',
        flexWrap: 'wrap',
        gap: 3,
        justifyContent: 'space-between',
        alignItems: 'center',
      }}
    >
      <Box>
        <Brand size={24} />
        <Typography variant="body2" sx={{ color: 'text.secondary', mt: 1 }}>
          {brand.tagline}
        </Typography>
      </Box>
      <Box component="nav" aria-label="Footer" sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 3, rowGap: 1 }}>
        {links.map(({ label, to }) => (
          <Link
            key={to}
            component={RouterLink}
            to={to}
            variant="body2"
            underline="hover"
            sx={{ color: 'text.secondary' }}
          >
            {label}
          </Link>
        ))}
      </Box>
    </Box>
  </Box>
)
