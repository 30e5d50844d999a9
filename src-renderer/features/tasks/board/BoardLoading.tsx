import { Box, Skeleton } from '@mui/material'
import { boardColumns } from '#ui/board/board-columns.ts'
import { DelayedSkeleton } from '#ui/feedback/DelayedSkeleton.tsx'

/** The place of a board that is on its way. */
export const BoardLoading = () => (
  <DelayedSkeleton>
    <Box
      role="img"
      aria-label="Loading tasks"
      // The columns are as wide as the board's, so that a phone shows one of them and the edge of the next.
      sx={{ display: 'grid', gap: 1.5, gridAutoFlow: 'column', gridAutoColumns: boardColumns, overflow: 'hidden' }}
    >
      {[4, 3, 2, 4].map((cards, column) => (
        <Box key={column} sx={{ display: 'grid', gap: 1, alignContent: 'start' }}>
          <Skeleton width="50%" height={32} />
          {Array.from({ length: cards }, (_, card) => (
            <Skeleton key={card} variant="rounded" height={100} />
          ))}
        </Box>
      ))}
    </Box>
  </DelayedSkeleton>
)
