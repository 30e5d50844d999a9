import { Box, Button } from '@mui/material'
import type { LucideIcon } from 'lucide-react'
import { createContext, type ReactNode, useContext, useState } from 'react'
import { createPortal } from 'react-dom'
import { visuallyHidden } from '../look/text-looks.ts'
import { size, TOP_BAR_HEIGHT } from '../look/tokens.ts'
import { roomForReach, withinReach } from '../look/within-reach.ts'

/** The bar's height in pixels, where it is one row. */
const BAR_HEIGHT = 52
/** The same on a phone, where views and search have a second row. */
const BAR_HEIGHT_NARROW = 48

/** Where tabs draw their parts of the bar: undefined where there is no bar, null until the bar is in the page. */
const Slot = createContext<HTMLElement | null | undefined>(undefined)

type InBarProps = { area: 'views' | 'search' | 'actions'; children: ReactNode }

/**
 * A tab's part of the workspace's bar: its views, its search, or its main action, which is at the bar's right end on
 * every tab. Without a bar, the part is drawn in place.
 */
export const InBar = ({ area, children }: InBarProps) => {
  const slot = useContext(Slot)
  const part = (
    <Box
      data-area={area}
      sx={{
        gridArea: area,
        display: 'flex',
        alignItems: 'center',
        justifyContent: area === 'views' ? 'start' : 'end',
        gap: 1,
        minWidth: 0,
      }}
    >
      {children}
    </Box>
  )
  if (slot === undefined) return part
  return slot && createPortal(part, slot)
}

/** The look of a tab's views in the bar. */
export const barTabs = {
  minHeight: 44,
  '& .MuiTab-root': { minWidth: 0, minHeight: 44, px: { xs: 0.75, sm: 1.5 }, py: 0, fontSize: size.small },
} as const

type BarActionProps = {
  label: string
  icon: LucideIcon
  onClick: () => void
  marks?: object
  /** The tab has a main action of its own. */
  isQuiet?: boolean
}

/** The main action of a tab. On a phone it is its icon within the thumb's reach, with the label for screen readers. */
export const BarAction = ({ label, icon: Icon, onClick, marks, isQuiet = false }: BarActionProps) => (
  <Button
    variant={isQuiet ? 'outlined' : 'contained'}
    size="small"
    onClick={onClick}
    {...marks}
    {...(!isQuiet && { 'data-foot': true })}
    sx={{
      flex: 'none',
      height: 36,
      minWidth: 40,
      px: { xs: 1, sm: 1.75 },
      gap: 1,
      whiteSpace: 'nowrap',
      ...(!isQuiet && withinReach),
    }}
  >
    <Icon size={18} aria-hidden />
    <Box component="span" sx={(theme) => ({ [theme.breakpoints.down('sm')]: visuallyHidden })}>
      {label}
    </Box>
  </Button>
)

const PANEL = '248px'
const REST = 'minmax(0, 1fr)'

/** The places in the frame at each width, with the panel of tabs at the left and without it. */
const frames = {
  withPanel: {
    gridTemplateColumns: {
      xs: `${REST} auto`,
      md: `${PANEL} ${REST} auto`,
      lg: `${PANEL} fit-content(300px) ${REST} auto auto`,
      xl: `${PANEL} fit-content(480px) ${REST} auto auto`,
    },
    // A tab without views leaves their room to the project's name.
    '&:not(:has(> * > [data-area="views"]))': {
      gridTemplateColumns: { lg: `${PANEL} fit-content(720px) ${REST} auto auto` },
    },
    gridTemplateAreas: {
      xs: '"title actions" "views search" "body body"',
      md: '"title title actions" "nav views search" "nav body body"',
      lg: '"title title views search actions" "nav body body body body"',
    },
  },
  alone: {
    gridTemplateColumns: { xs: `${REST} auto`, lg: `fit-content(500px) ${REST} auto auto` },
    gridTemplateAreas: {
      xs: '"title actions" "views search" "body body"',
      lg: '"title views search actions" "body body body body"',
    },
  },
} as const

const rows = {
  xs: `${BAR_HEIGHT_NARROW}px auto ${REST}`,
  md: `${BAR_HEIGHT}px auto ${REST}`,
  lg: `${BAR_HEIGHT}px ${REST}`,
} as const

/** The padding at the left and right of everything in the frame. */
export const FRAME_PADDING = { xs: 2, md: 4 } as const

type WorkspaceBarProps = {
  /** The project's name, and the way back from it. It comes first in the page, before `panel`. */
  title: ReactNode
  /** What leads to the other tabs; left out where there is but one. */
  panel?: ReactNode
  children: ReactNode
}

/**
 * The frame of a project's screens: a bar with the project's name, the tab's views, search and main action, and the tab
 * below it. On narrow screens views and search have their own row. Tabs fill the bar with `InBar`.
 */
export const WorkspaceBar = ({ title, panel, children }: WorkspaceBarProps) => {
  const [slot, setSlot] = useState<HTMLElement | null>(null)
  return (
    <Slot value={slot}>
      <Box
        sx={{
          display: 'grid',
          ...(panel === undefined ? frames.alone : frames.withPanel),
          gridTemplateRows: rows,
          // The panel reaches the lower edge also beside a tab that has little to show.
          minHeight: { xs: '100%', md: `calc(100dvh - ${TOP_BAR_HEIGHT}px)` },
        }}
      >
        <Box
          aria-hidden
          sx={{ gridArea: '1 / 1 / 2 / -1', borderBottom: 1, borderColor: 'divider', bgcolor: 'background.paper' }}
        />
        <Box
          data-bar
          sx={{
            gridArea: 'title',
            display: 'flex',
            alignItems: 'center',
            minWidth: 0,
            pl: { xs: 1.5, md: 3 },
            pr: { xs: 1, md: 3 },
          }}
        >
          {title}
        </Box>
        {panel}
        <Box
          ref={setSlot}
          sx={{
            display: 'contents',
            '& > [data-area="actions"], & > [data-area="search"]': { pr: FRAME_PADDING },
            '& > [data-area="search"]': { pr: { lg: 1.5 } },
            '& > [data-area="views"]': { pl: { xs: 1, md: 3, lg: 0 } },
            // Views without a search beside them have its room.
            '& > [data-area="views"]:not(:has(~ [data-area="search"]))': { gridColumnEnd: { xs: -1, lg: 'views' } },
          }}
        />
        <Box sx={{ gridArea: 'body', minWidth: 0, ...roomForReach }}>{children}</Box>
      </Box>
    </Slot>
  )
}
