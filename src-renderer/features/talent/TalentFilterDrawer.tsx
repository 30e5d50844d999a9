import Badge from '@mui/material/Badge'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Drawer from '@mui/material/Drawer'
import IconButton from '@mui/material/IconButton'
import Typography from '@mui/material/Typography'
import { SlidersHorizontal, X } from 'lucide-react'
import { useState } from 'react'
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
      <Drawer
        anchor="right"
        open={isOpen}
        onClose={close}
        slotProps={{
          paper: {
            role: 'dialog',
            'aria-modal': true,
            'aria-labelledby': 'talent-filters',
            sx: { width: 'min(340px, 100vw)', display: 'flex' },
          },
        }}
      >
        <Box sx={{ display: 'flex', alignItems: 'center', justifyContent: 'space-between', px: 2.5, pt: 2, pb: 1 }}>
          <Typography id="talent-filters" variant="h2">
            Filters
          </Typography>
          <IconButton aria-label="Close filters" onClick={close} edge="end">
            <X size={20} />
          </IconButton>
        </Box>
        <Box sx={{ flex: 1, overflowY: 'auto', px: 2.5, py: 1.5 }}>
          <TalentFilterFields filters={filters} change={change} />
        </Box>
        <Box sx={{ display: 'flex', gap: 1, px: 2.5, py: 2, borderTop: 1, borderColor: 'divider' }}>
          <Button color="inherit" disabled={count === 0} onClick={() => change({ level: null, industry: null })}>
            Clear
          </Button>
          <Button variant="contained" onClick={close} sx={{ flex: 1 }}>
            {showLabel(total)}
          </Button>
        </Box>
      </Drawer>
    </Box>
  )
}
