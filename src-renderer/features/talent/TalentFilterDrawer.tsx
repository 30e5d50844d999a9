import { Badge, Box, Button } from '@mui/material'
import { SlidersHorizontal } from 'lucide-react'
import { useState } from 'react'
import { FilterDrawer } from '#ui/list/FilterDrawer.tsx'
import { type ChangeFilters, countFilters, peopleCount, type TalentFilters } from './talent-filters.ts'
import { TalentFilterFields } from './TalentFilterFields.tsx'

type TalentFilterDrawerProps = {
  filters: TalentFilters
  change: ChangeFilters
  /** The number of people found with these filters; undefined while it loads. */
  total: number | undefined
}

const showLabel = (total: number | undefined) => `Show ${total === undefined ? 'people' : peopleCount(total)}`

/** The filters of small screens, behind a button that shows how many are set. */
export const TalentFilterDrawer = ({ filters, change, total }: TalentFilterDrawerProps) => {
  const [isOpen, setIsOpen] = useState(false)
  const close = () => setIsOpen(false)
  const count = countFilters(filters)
  return (
    <Box sx={{ display: { md: 'none' } }}>
      <Badge badgeContent={count} color="primary">
        <Button
          variant="outlined"
          color="inherit"
          startIcon={<SlidersHorizontal size={16} aria-hidden />}
          aria-haspopup="dialog"
          aria-expanded={isOpen}
          aria-label={count > 0 ? `Filters, ${count} set` : 'Filters'}
          onClick={() => setIsOpen(true)}
          sx={{ borderColor: 'divider' }}
        >
          Filters
        </Button>
      </Badge>
      <FilterDrawer
        anchor="right"
        isOpen={isOpen}
        onClose={close}
        showLabel={showLabel(total)}
        onClear={count > 0 ? () => change({ level: null, industry: null }) : null}
      >
        <TalentFilterFields filters={filters} change={change} />
      </FilterDrawer>
    </Box>
  )
}
