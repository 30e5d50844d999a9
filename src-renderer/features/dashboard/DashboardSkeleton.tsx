import { Box, Skeleton } from '@mui/material'
import { DelayedSkeleton } from '#ui/feedback/DelayedSkeleton.tsx'
import { PageFrame } from '#ui/layout/PageFrame.tsx'
import { rowList } from './layout.ts'

/** The shape of figures, tabs and rows while they load. */
export const DashboardContentSkeleton = () => (
  <DelayedSkeleton>
    <Box role="status" aria-label="Loading your projects">
      <Skeleton variant="rounded" height={44} />
      <Skeleton variant="rounded" height={48} sx={{ mt: 1.5, mb: 1.5, maxWidth: 480 }} />
      <Box component="ul" aria-hidden sx={rowList}>
        {[0, 1, 2, 3, 4, 5].map((key) => (
          <Box component="li" key={key} sx={{ height: { xs: 138, lg: 56 }, px: 2, py: 1 }}>
            <Skeleton width="32%" />
            <Skeleton width="20%" />
          </Box>
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
