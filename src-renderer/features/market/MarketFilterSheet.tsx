import Badge from '@mui/material/Badge'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Drawer from '@mui/material/Drawer'
import IconButton from '@mui/material/IconButton'
import Typography from '@mui/material/Typography'
import { SlidersHorizontal, X } from 'lucide-react'
import { useState } from 'react'
import { radius } from '../../ui/tokens.ts'
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
      <Drawer
        anchor="bottom"
        open={isOpen}
        onClose={close}
        slotProps={{
          paper: {
            role: 'dialog',
            'aria-modal': true,
            'aria-labelledby': 'market-filters',
            sx: {
              maxHeight: '85dvh',
              display: 'flex',
              borderRadius: `${radius.large} ${radius.large} 0 0`,
            },
          },
        }}
      >
        <Box sx={{ display: 'flex', alignItems: 'center', justifyContent: 'space-between', px: 2.5, pt: 2, pb: 1 }}>
          <Typography id="market-filters" variant="h2">
            Filters
          </Typography>
          <IconButton aria-label="Close filters" onClick={close} edge="end">
            <X size={20} />
          </IconButton>
        </Box>
        <Box sx={{ flex: 1, overflowY: 'auto', px: 2.5, py: 1.5 }}>
          <MarketFilterFields {...props} />
        </Box>
        <Box sx={{ display: 'flex', gap: 1, px: 2.5, py: 2, borderTop: 1, borderColor: 'divider' }}>
          <Button color="inherit" disabled={set === 0} onClick={() => change(withoutFilters)}>
            Clear
          </Button>
          <Button variant="contained" onClick={close} sx={{ flex: 1 }}>
            {`Show ${count || 'projects'}`}
          </Button>
        </Box>
      </Drawer>
    </Box>
  )
}
