import { Box, GlobalStyles } from '@mui/material'
import { FolderOpen, House, Settings, SquareKanban, Users } from 'lucide-react'
import { Link } from 'react-router-dom'
import type { ProjectRole } from '#shared/contract/index.ts'
import { type WorkspaceTab, workspaceTabs } from '#shared/rules/addresses.ts'
import { useWaitingRequests } from '#data/use-project-role.ts'
import { paths } from '#lib/paths.ts'
import { CountPill, waitingDescription } from '#ui/list/CountPill.tsx'
import { visuallyHidden } from '#ui/look/text-looks.ts'
import { LOW_WINDOW, radius, size, weight } from '#ui/look/tokens.ts'
import { workspaceTabLabel } from './workspace-tabs.ts'

const icons = {
  overview: House,
  tasks: SquareKanban,
  files: FolderOpen,
  collaborators: Users,
  settings: Settings,
} as const

/** The height of the bar at the lower edge in pixels; the content ends above it. */
export const BOTTOM_BAR_HEIGHT = 64
/** The same in a low window, where a tab's icon and label are side by side. */
const LOW_BAR_HEIGHT = 44

/** Toasts appear above the bar and do not cover it. */
const roomForBar = (
  <GlobalStyles
    styles={(theme) => ({
      [theme.breakpoints.down('md')]: {
        ':root': { '--bottom-bar-height': `${BOTTOM_BAR_HEIGHT}px` },
        [LOW_WINDOW]: { ':root': { '--bottom-bar-height': `${LOW_BAR_HEIGHT}px` } },
      },
    })}
  />
)

const barLook = {
  position: { xs: 'fixed', md: 'static' },
  left: 0,
  right: 0,
  bottom: 0,
  zIndex: { xs: 'appBar', md: 'auto' },
  pb: { xs: 'env(safe-area-inset-bottom)', md: 0 },
  bgcolor: 'background.paper',
  borderTop: { xs: 1, md: 0 },
  borderColor: { xs: 'divider', md: 'transparent' },
} as const

const listLook = {
  listStyle: 'none',
  m: 0,
  p: 0,
  display: 'grid',
  gap: { xs: 0, md: 0.5 },
  // On a phone the longest label, Collaborators, has the room that it needs, and the others share the rest.
  gridTemplateColumns: { xs: 'repeat(3, minmax(0, 1fr)) auto minmax(0, 1fr)', md: 'minmax(0, 1fr)' },
  minHeight: { xs: BOTTOM_BAR_HEIGHT, md: 0 },
  [LOW_WINDOW]: { minHeight: { xs: LOW_BAR_HEIGHT, md: 0 } },
} as const

const linkLook = {
  display: 'flex',
  flexDirection: { xs: 'column', md: 'row' },
  [LOW_WINDOW]: { flexDirection: 'row' },
  alignItems: 'center',
  justifyContent: { xs: 'center', md: 'flex-start' },
  whiteSpace: 'nowrap',
  gap: { xs: 0.5, md: 1 },
  height: '100%',
  px: { xs: 0.25, md: 1.25 },
  py: 1,
  borderRadius: { xs: 0, md: radius.medium },
  fontSize: { xs: size.tiny, md: size.small },
  lineHeight: { xs: 1.15, md: 1.4 },
  textAlign: { xs: 'center', md: 'left' },
  fontWeight: weight.semibold,
  color: 'text.secondary',
  textDecoration: 'none',
  '& svg': { flex: 'none' },
  '&:hover': { color: 'text.primary', bgcolor: { md: 'action.hover' } },
  '&:focus-visible': { outlineOffset: '-2px' },
  '&[aria-current]': {
    color: 'primary.main',
    bgcolor: { md: 'color-mix(in srgb, var(--mui-palette-primary-main) 10%, transparent)' },
  },
} as const

/** A tab's label; on a phone only its last word is seen, because there is no room for 'Manage Collaborators'. */
const TabLabel = ({ label }: { label: string }) => {
  const words = label.split(' ')
  const last = words.pop()
  return (
    <span>
      {words.length > 0 && (
        <Box component="span" sx={(theme) => ({ [theme.breakpoints.down('md')]: visuallyHidden })}>
          {words.join(' ')}{' '}
        </Box>
      )}
      {last}
    </span>
  )
}

type WorkspaceNavProps = {
  projectID: string
  role: ProjectRole | null
  active: WorkspaceTab
  /** Called when a pointer or the focus arrives at a tab, so that its answers can be fetched before it opens. */
  onIntent: (tab: WorkspaceTab) => void
}

/** On a phone the count is at the icon's corner, in the side panel at the end of the line, where the longest name ends before it. */
const countPlace = {
  position: 'absolute',
  top: { xs: 0, md: 'calc(50% - 10px)' },
  left: { xs: 'calc(50% + 4px)', md: 'auto' },
  right: { md: 6 },
  display: 'flex',
} as const

/** Switches tabs: a bar at the lower edge of small screens, a list in the side panel of larger ones. */
export const WorkspaceNav = ({ projectID, role, active, onIntent }: WorkspaceNavProps) => {
  const waiting = useWaitingRequests(projectID)
  return (
    <Box component="nav" aria-label="Workspace" sx={barLook}>
      {roomForBar}
      <Box component="ul" sx={listLook}>
        {workspaceTabs.map((tab) => {
          const Icon = icons[tab]
          return (
            <Box component="li" key={tab} sx={{ position: 'relative' }}>
              <Box
                component={Link}
                to={paths.projectTab(projectID, tab)}
                aria-current={tab === active ? 'page' : undefined}
                {...(tab === 'collaborators' && waitingDescription(waiting, 'request'))}
                onPointerEnter={() => onIntent(tab)}
                onFocus={() => onIntent(tab)}
                sx={linkLook}
              >
                <Icon size={20} aria-hidden />
                <TabLabel label={workspaceTabLabel(tab, role)} />
                {tab === 'collaborators' && (
                  <Box component="span" sx={countPlace}>
                    <CountPill count={waiting} />
                  </Box>
                )}
              </Box>
            </Box>
          )
        })}
      </Box>
    </Box>
  )
}
