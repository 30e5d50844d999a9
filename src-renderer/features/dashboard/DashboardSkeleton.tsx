import Box from '@mui/material/Box'
import Skeleton from '@mui/material/Skeleton'
import { DelayedSkeleton } from '../../ui/DelayedSkeleton.tsx'
import { PageFrame } from '../../ui/PageFrame.tsx'
import { cardColumns, statColumns } from './layout.ts'

/** Figures, tabs and cards that are on their way. */
export const DashboardContentSkeleton = () => (
  <DelayedSkeleton>
    <Box role="status" aria-label="Loading your projects">
      <Box sx={statColumns}>
        {[0, 1, 2, 3].map((key) => (
          <Skeleton key={key} variant="rounded" height={104} />
        ))}
      </Box>
      <Skeleton variant="rounded" height={48} sx={{ mt: 4, mb: 3, maxWidth: 480 }} />
      <Box sx={cardColumns}>
        {[0, 1, 2, 3].map((key) => (
          <Skeleton key={key} variant="rounded" height={206} />
        ))}
      </Box>
    </Box>
  </DelayedSkeleton>
)

/** The whole page while it is asked whether it may be shown. */
export const DashboardSkeleton = () => (
  <PageFrame>
    <DashboardContentSkeleton />
  </PageFrame>
)
