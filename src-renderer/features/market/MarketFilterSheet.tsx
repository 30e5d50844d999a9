import { Badge, Box, IconButton } from '@mui/material'
import { SlidersHorizontal } from 'lucide-react'
import { useState } from 'react'
import { FilterDrawer } from '#ui/list/FilterDrawer.tsx'
import { radius } from '#ui/look/tokens.ts'
import { activeFilters, withoutFilters } from './market-filters.ts'
import { MarketFilterFields, type MarketFilterProps } from './MarketFilterFields.tsx'

type MarketFilterSheetProps = MarketFilterProps & {
  /** What the list holds with these filters, in words; empty while it loads. */
  count: string
}

/** The filters of small screens: a sheet from below, behind a button that shows how many are set. */
export const MarketFilterSheet = ({ count, ...props }: MarketFilterSheetProps) => {
  const { filters, change } = props
  const [isOpen, setIsOpen] = useState(false)
  const close = () => setIsOpen(false)
  const set = activeFilters(filters).length
  return (
    <Box sx={{ display: { md: 'none' } }}>
      <Badge badgeContent={set} color="primary">
        <IconButton
          aria-haspopup="dialog"
          aria-expanded={isOpen}
          aria-label={set > 0 ? `Filters, ${set} set` : 'Filters'}
          onClick={() => setIsOpen(true)}
          sx={{ border: 1, borderColor: 'divider', borderRadius: radius.medium, width: 44, height: 44 }}
        >
          <SlidersHorizontal size={18} aria-hidden />
        </IconButton>
      </Badge>
      <FilterDrawer
        anchor="bottom"
        isOpen={isOpen}
        onClose={close}
        showLabel={`Show ${count || 'projects'}`}
        onClear={set > 0 ? () => change(withoutFilters) : null}
      >
        <MarketFilterFields {...props} />
      </FilterDrawer>
    </Box>
  )
}
