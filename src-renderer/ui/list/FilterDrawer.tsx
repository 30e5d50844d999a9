import { Box, Button, Drawer, IconButton, Typography } from '@mui/material'
import { X } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { radius } from '../look/tokens.ts'

type FilterDrawerProps = {
  /** Where it comes from: the side, or the lower edge as a sheet. */
  anchor: 'right' | 'bottom'
  isOpen: boolean
  onClose: () => void
  /** What closes it says, such as 'Show 12 people'. */
  showLabel: string
  /** Null while no filter is set. */
  onClear: (() => void) | null
  children: ReactNode
}

const places = {
  right: { width: 'min(340px, 100vw)', display: 'flex' },
  bottom: { maxHeight: '85dvh', display: 'flex', borderRadius: `${radius.large} ${radius.large} 0 0` },
} as const

/** The filters of small screens, over the list that they narrow. */
export const FilterDrawer = ({ anchor, isOpen, onClose, showLabel, onClear, children }: FilterDrawerProps) => {
  const heading = useId()
  const paper = { role: 'dialog', 'aria-modal': true, 'aria-labelledby': heading, sx: places[anchor] }
  return (
    <Drawer anchor={anchor} open={isOpen} onClose={onClose} slotProps={{ paper }}>
      <Box sx={{ display: 'flex', alignItems: 'center', justifyContent: 'space-between', px: 2.5, pt: 2, pb: 1 }}>
        <Typography id={heading} variant="h2">
          Filters
        </Typography>
        <IconButton aria-label="Close filters" onClick={onClose} edge="end">
          <X size={20} />
        </IconButton>
      </Box>
      <Box sx={{ flex: 1, overflowY: 'auto', px: 2.5, py: 1.5 }}>{children}</Box>
      <Box sx={{ display: 'flex', gap: 1, px: 2.5, py: 2, borderTop: 1, borderColor: 'divider' }}>
        <Button color="inherit" disabled={onClear === null} onClick={() => onClear?.()}>
          Clear
        </Button>
        <Button variant="contained" onClick={onClose} sx={{ flex: 1 }}>
          {showLabel}
        </Button>
      </Box>
    </Drawer>
  )
}
