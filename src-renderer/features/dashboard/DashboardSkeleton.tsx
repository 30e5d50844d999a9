import { Box, Skeleton } from '@mui/material'
import { DelayedSkeleton } from '#ui/feedback/DelayedSkeleton.tsx'
import { PageFrame } from '#ui/layout/PageFrame.tsx'
import { cardColumns, statColumns } from './layout.ts'

/** The shape of figures, tabs and cards while they load. */
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

/** The shape of the whole page while the server is asked whether the viewer may see it. */
export const DashboardSkeleton = () => (
  <PageFrame>
    <DashboardContentSkeleton />
  </PageFrame>
)
