import { Box } from '@mui/material'
import { BellRing, CalendarDays, HandCoins, KeyRound, LockKeyhole, Palette, ShieldCheck, UserPen } from 'lucide-react'
import { Link } from 'react-router-dom'
import type { SettingsSection } from '#shared/rules/addresses.ts'
import { paths } from '#lib/paths.ts'
import { radius, size, weight } from '#ui/look/tokens.ts'

const looks = {
  profile: { label: 'Profile', Icon: UserPen },
  account: { label: 'Account', Icon: LockKeyhole },
  payout: { label: 'Payout', Icon: HandCoins },
  notifications: { label: 'Notifications', Icon: BellRing },
  calendar: { label: 'Calendar', Icon: CalendarDays },
  privacy: { label: 'Privacy', Icon: ShieldCheck },
  tokens: { label: 'Access tokens', Icon: KeyRound },
  appearance: { label: 'Appearance', Icon: Palette },
} as const satisfies Record<SettingsSection, unknown>

export const settingsSectionLabel = (section: SettingsSection): string => looks[section].label

const listLook = {
  listStyle: 'none',
  m: 0,
  p: 0,
  display: 'flex',
  flexDirection: { xs: 'row', md: 'column' },
  // The row may be wider than a phone; it then scrolls. The padding leaves room for the ring of the focus.
  overflowX: { xs: 'auto', md: 'visible' },
  gap: 0.5,
  '& > li': { flex: 'none' },
  px: { xs: 0.5, md: 0 },
  py: { xs: 0.5, md: 0 },
  mx: { xs: -0.5, md: 0 },
} as const

const linkLook = {
  display: 'flex',
  alignItems: 'center',
  gap: 1.25,
  px: 1.5,
  minHeight: 44,
  borderRadius: radius.medium,
  fontSize: size.body,
  fontWeight: weight.semibold,
  color: 'text.secondary',
  textDecoration: 'none',
  whiteSpace: 'nowrap',
  '& svg': { flex: 'none' },
  '&:hover': { color: 'text.primary', bgcolor: 'action.hover' },
  '&[aria-current]': {
    color: 'primary.main',
    bgcolor: 'color-mix(in srgb, var(--mui-palette-primary-main) 10%, transparent)',
  },
} as const

/** Scrolls a row that is wider than the screen so far that the section can be seen in it; the page stays where it is. */
const showInRow = (link: HTMLElement | null): void => {
  const row = link?.closest('ul')
  if (link && row) row.scrollLeft = link.offsetLeft - (row.clientWidth - link.offsetWidth) / 2
}

type SettingsNavProps = { sections: readonly SettingsSection[]; active: SettingsSection | undefined }

/** Switches sections: a row above them on small screens, a list beside them on larger ones. */
export const SettingsNav = ({ sections, active }: SettingsNavProps) => (
  <Box component="nav" aria-label="Settings">
    <Box component="ul" sx={listLook}>
      {sections.map((section) => {
        const { label, Icon } = looks[section]
        return (
          <li key={section}>
            <Box
              component={Link}
              to={paths.settings(section)}
              aria-current={section === active ? 'page' : undefined}
              ref={section === active ? showInRow : undefined}
              sx={linkLook}
            >
              <Icon size={18} aria-hidden />
              {label}
            </Box>
          </li>
        )
      })}
    </Box>
  </Box>
)
