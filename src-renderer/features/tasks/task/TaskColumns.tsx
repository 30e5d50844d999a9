import { Box } from '@mui/material'
import type { ReactNode } from 'react'

/** Pixels of the form from which on both columns have room. */
const BESIDE = 600

const column = { display: 'grid', gap: 2.5, alignContent: 'start', gridTemplateColumns: 'minmax(0, 1fr)' } as const

/** What is to be done, and beside it, or below it where there is little room, a narrow column with the task's properties. */
export const TaskColumns = ({ properties, children }: { properties: ReactNode; children: ReactNode }) => (
  <Box sx={{ containerType: 'inline-size' }}>
    <Box
      sx={{
        ...column,
        [`@container (min-width: ${BESIDE}px)`]: { columnGap: 4, gridTemplateColumns: 'minmax(0, 1fr) 288px' },
      }}
    >
      <Box sx={column}>{children}</Box>
      <Box sx={column}>{properties}</Box>
    </Box>
  </Box>
)
