import {
  Avatar,
  Box,
  ButtonBase,
  CircularProgress,
  Divider,
  ListItemIcon,
  ListItemText,
  Menu,
  MenuItem,
  type MenuItemProps,
} from '@mui/material'
import {
  Briefcase,
  ChevronDown,
  HandCoins,
  LogOut,
  Megaphone,
  Settings,
  ShieldCheck,
  User,
  type LucideIcon,
} from 'lucide-react'
import { use, useId, useState } from 'react'
import { Link } from 'react-router-dom'
import { useCapabilities } from '../data/capabilities.ts'
import { useWaitingApplications } from '../data/waiting-creator-applications.ts'
import { paths } from '../lib/paths.ts'
import { logout } from '../lib/session.ts'
import { mayDiscardAll } from '../lib/unsaved-changes.ts'
import { useUserType } from '../lib/user-type.ts'
import { CountPill, waitingDescription } from '../ui/list/CountPill.tsx'
import { initialsOf } from '../ui/person/initials.ts'
import { PictureSource } from '../ui/person/pictures.ts'
import { radius, size, weight } from '../ui/look/tokens.ts'
import { useAdminAccess } from './use-admin-access.ts'
import { useModeSwitch } from './use-mode-switch.ts'
import { useUsername } from './use-username.ts'

/** An entry that says below its name what it changes. */
const explained = { whiteSpace: 'normal', maxWidth: 300, alignItems: 'flex-start', '& svg': { mt: 0.25 } } as const

const OwnAvatar = ({ name, picture }: { name: string | null; picture: string | undefined }) => (
  <Avatar
    aria-hidden
    {...(picture !== undefined && { src: picture, alt: '' })}
    sx={{
      width: 32,
      height: 32,
      fontSize: size.small,
      fontWeight: weight.bold,
      bgcolor: 'primary.main',
      color: 'primary.contrastText',
    }}
  >
    {/* The initials are a picture of the name that the button's label says in full, so they are no text (WCAG 2.5.3). */}
    {name ? (
      <Box component="span" data-initials={initialsOf(name)} sx={{ '&::before': { content: 'attr(data-initials)' } }} />
    ) : (
      <User size={18} />
    )}
  </Avatar>
)

const modes = {
  creator: { icon: Briefcase, label: 'Start working', what: 'Switch to contributor' },
  contributor: { icon: Megaphone, label: 'Post project', what: 'Switch to creator' },
} as const

/** The entry that changes the mode. The menu gives its entries more properties, such as the focus. */
const ModeItem = ({ mode, ...item }: MenuItemProps & { mode: keyof typeof modes }) => {
  const { icon: Icon, label, what } = modes[mode]
  const whatChanges = useId()
  return (
    <MenuItem {...item} aria-label={label} aria-describedby={whatChanges} sx={explained}>
      <ListItemIcon>
        <Icon size={18} />
      </ListItemIcon>
      <ListItemText primary={label} secondary={what} slotProps={{ secondary: { id: whatChanges } }} />
    </MenuItem>
  )
}

type PageItemProps = MenuItemProps & { icon: LucideIcon; label: string; to: string }
/** An entry that leads to a page. */
const PageItem = ({ icon: Icon, label, ...item }: PageItemProps) => (
  <MenuItem component={Link} {...item}>
    <ListItemIcon>
      <Icon size={18} />
    </ListItemIcon>
    {label}
  </MenuItem>
)

/** The menu of the signed-in person: profile, changing the mode, signing out. */
export const ProfileMenu = () => {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const mode = useUserType((state) => state.userType)
  const { username, name, hasFailed, retry } = useUsername()
  const picture = use(PictureSource)(username ?? undefined)
  const { startWorking, postProject, isChecking } = useModeSwitch()
  // The call is made as soon as a pointer or the focus arrives, so that the menu opens complete.
  const [isNear, setIsNear] = useState(false)
  // A server of the first release has no settings but those in a project's.
  const capabilities = useCapabilities()
  const hasSettings = capabilities.length > 0
  const isAdministrator = useAdminAccess(isNear || anchor !== null)
  const waiting = useWaitingApplications(isAdministrator)
  const close = () => setAnchor(null)
  const leave = async () => {
    if (await mayDiscardAll()) await logout()
  }
  const closeAnd = (act: () => void) => () => {
    close()
    act()
  }
  return (
    <>
      <ButtonBase
        aria-label={`Profile menu${name ? ` of ${name}` : ''}`}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        onPointerEnter={() => setIsNear(true)}
        onFocus={() => setIsNear(true)}
        onClick={(event) => setAnchor(event.currentTarget)}
        sx={{ borderRadius: radius.pill, p: 0.5, gap: 0.75, '&:hover': { bgcolor: 'action.hover' } }}
      >
        <OwnAvatar name={name} picture={picture} />
        {isChecking ? <CircularProgress size={16} /> : <ChevronDown size={16} aria-hidden />}
      </ButtonBase>
      <Menu
        open={anchor !== null}
        anchorEl={anchor}
        onClose={close}
        anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
        transformOrigin={{ vertical: 'top', horizontal: 'right' }}
        slotProps={{
          // MUI puts the menu at the end of the document, outside of every landmark; so it is a landmark itself.
          root: { role: 'region', 'aria-label': 'Profile menu' },
          paper: { sx: { minWidth: 220, mt: 0.5 } },
        }}
      >
        {username ? (
          <MenuItem component={Link} to={paths.profile(username)} onClick={close}>
            <ListItemIcon>
              <User size={18} />
            </ListItemIcon>
            <Box component="span" sx={{ fontWeight: weight.semibold, overflow: 'hidden', textOverflow: 'ellipsis' }}>
              {name}
            </Box>
          </MenuItem>
        ) : hasFailed ? (
          <MenuItem onClick={retry}>Failed to load username. Try again</MenuItem>
        ) : (
          <MenuItem disabled>Your profile is loading…</MenuItem>
        )}
        <Divider />
        {mode === 'creator' ? (
          <ModeItem mode="creator" onClick={closeAnd(startWorking)} />
        ) : (
          <ModeItem mode="contributor" disabled={isChecking} onClick={closeAnd(postProject)} />
        )}
        {capabilities.includes('payouts') && (
          <PageItem icon={HandCoins} label="Earnings" to={paths.earnings()} onClick={close} />
        )}
        {hasSettings && <PageItem icon={Settings} label="Settings" to={paths.settings()} onClick={close} />}
        {isAdministrator && (
          <MenuItem
            component={Link}
            to={paths.admin()}
            onClick={close}
            {...waitingDescription(waiting, 'creator application')}
            sx={{ gap: 1.5 }}
          >
            <ListItemIcon sx={{ mr: -1.5 }}>
              <ShieldCheck size={18} />
            </ListItemIcon>
            Administration
            <CountPill count={waiting} />
          </MenuItem>
        )}
        <MenuItem onClick={closeAnd(() => void leave())}>
          <ListItemIcon>
            <LogOut size={18} />
          </ListItemIcon>
          Logout
        </MenuItem>
      </Menu>
    </>
  )
}
