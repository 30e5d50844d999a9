import { Box } from '@mui/material'
import type { ReactNode } from 'react'
import { radius, size, weight } from '../look/tokens.ts'

/** Figures beside each other in one line, which goes on below where there is little room. */
export const FigureLine = ({ label, children }: { label: string; children: ReactNode }) => (
  <Box
    component="dl"
    aria-label={label}
    sx={{
      m: 0,
      display: 'flex',
      flexWrap: 'wrap',
      columnGap: { xs: 2, md: 4 },
      rowGap: 0.5,
      px: 2,
      py: 1.25,
      border: 1,
      borderColor: 'divider',
      borderRadius: radius.medium,
      bgcolor: 'background.paper',
      fontSize: size.small,
    }}
  >
    {children}
  </Box>
)

type FigureProps = { label: ReactNode; note?: string | undefined; children: ReactNode }

/** A figure, what it counts, and what else there is to say of it. */
export const Figure = ({ label, note, children }: FigureProps) => (
  <Box sx={{ display: 'flex', alignItems: 'baseline', gap: 1, minWidth: 0 }}>
    <Box component="dt" sx={{ color: 'text.secondary', whiteSpace: 'nowrap' }}>
      {label}
    </Box>
    <Box component="dd" className="tabular" sx={{ m: 0, fontWeight: weight.bold, minWidth: 0 }}>
      {children}
    </Box>
    {note && (
      <Box component="dd" sx={{ m: 0, color: 'text.secondary' }}>
        {note}
      </Box>
    )}
  </Box>
)
