import { AppBar, Box, Button, GlobalStyles, Link, Toolbar } from '@mui/material'
import { NavLink, Link as RouterLink } from 'react-router-dom'
import { brand } from '#shared/brand.ts'
import { paths } from '../lib/paths.ts'
import { useSession } from '../lib/session.ts'
import { useUserType } from '../lib/user-type.ts'
import { Brand } from '../ui/layout/Brand.tsx'
import { ThemeToggle } from '../ui/layout/ThemeToggle.tsx'
import { LOW_WINDOW, TOP_BAR_HEIGHT, radius, size, weight } from '../ui/look/tokens.ts'
import { SearchButton } from './commands/SearchButton.tsx'
import { MobileMenu } from './MobileMenu.tsx'
import { ModeBadge } from './ModeBadge.tsx'
import { InboxBell } from './InboxBell.tsx'
import { homeOf } from './navigation-items.ts'
import { ProfileMenu } from './ProfileMenu.tsx'
import { Reconnecting } from './Reconnecting.tsx'
import { useNavigation } from './use-navigation.ts'

const navLinkLook = {
  px: 1.5,
  py: 1,
  borderRadius: radius.medium,
  fontWeight: weight.semibold,
  fontSize: size.body,
  color: 'text.secondary',
  textDecoration: 'none',
  '&:hover': { color: 'text.primary', bgcolor: 'action.hover' },
  '&.active': { color: 'primary.main' },
} as const

const nothingAbove = <GlobalStyles styles={{ [LOW_WINDOW]: { ':root': { '--sticky-top': '0px' } } }} />

/**
 * The fixed header: brand, the mode's navigation, the inbox's bell, theme, and profile menu. Visitors see links to sign in
 * instead of bell and menu.
 */
export const TopBar = () => {
  const mode = useUserType((state) => state.userType)
  const isSignedIn = useSession((session) => session.userID !== null)
  const items = useNavigation(isSignedIn)
  return (
    <AppBar
      position="fixed"
      sx={{
        height: TOP_BAR_HEIGHT,
        borderBottom: 1,
        borderColor: 'divider',
        bgcolor: 'background.paper',
        [LOW_WINDOW]: { position: 'absolute' },
      }}
    >
      {nothingAbove}
      <Toolbar sx={{ minHeight: '100% !important', gap: { xs: 0.5, md: 3 }, px: { xs: 1.5, md: 3 } }}>
        {isSignedIn && <MobileMenu />}
        <Link
          component={RouterLink}
          to={isSignedIn ? homeOf(mode) : paths.landing()}
          aria-label={brand.name}
          underline="none"
          sx={{ borderRadius: radius.medium, display: 'inline-flex' }}
        >
          <Brand />
        </Link>
        {isSignedIn && (
          <Box component="nav" aria-label="Main" sx={{ display: { xs: 'none', md: 'flex' }, gap: 0.5 }}>
            {items.map(({ label, to }) => (
              <Link key={to} component={NavLink} to={to} sx={navLinkLook}>
                {label}
              </Link>
            ))}
          </Box>
        )}
        <Box sx={{ flex: 1, minWidth: 0, display: 'flex', justifyContent: 'flex-end' }}>
          <Reconnecting />
        </Box>
        {isSignedIn && (
          <Box sx={{ display: { xs: 'none', sm: 'block' } }}>
            <ModeBadge />
          </Box>
        )}
        {isSignedIn && <SearchButton />}
        {isSignedIn && <InboxBell />}
        <ThemeToggle />
        {isSignedIn ? (
          <ProfileMenu />
        ) : (
          <Button component={RouterLink} to={paths.login()} variant="outlined">
            Log in
          </Button>
        )}
      </Toolbar>
    </AppBar>
  )
}
