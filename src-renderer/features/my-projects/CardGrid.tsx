import { Box, ToggleButton, ToggleButtonGroup } from '@mui/material'
import { LayoutGrid, Rows3 } from 'lucide-react'
import type { ReactNode } from 'react'

export type CardLayout = 'grid' | 'list'

/** Cards in one column or, on wide screens, in two. */
export const CardGrid = ({ layout, children }: { layout: CardLayout; children: ReactNode }) => (
  <Box
    data-layout={layout}
    sx={{
      display: 'grid',
      gap: 2,
      gridTemplateColumns: {
        xs: 'minmax(0, 1fr)',
        md: layout === 'grid' ? 'repeat(2, minmax(0, 1fr))' : 'minmax(0, 1fr)',
      },
    }}
  >
    {children}
  </Box>
)

/** The choice between grid and list. Narrow screens have one column only, so it is not offered there. */
export const LayoutToggle = ({ layout, onChange }: { layout: CardLayout; onChange: (layout: CardLayout) => void }) => (
  <ToggleButtonGroup
    exclusive
    size="small"
    value={layout}
    aria-label="Layout"
    onChange={(_event, next: CardLayout | null) => next && onChange(next)}
    sx={{ display: { xs: 'none', md: 'inline-flex' } }}
  >
    <ToggleButton value="grid" aria-label="Grid">
      <LayoutGrid size={18} aria-hidden />
    </ToggleButton>
    <ToggleButton value="list" aria-label="List">
      <Rows3 size={18} aria-hidden />
    </ToggleButton>
  </ToggleButtonGroup>
)
