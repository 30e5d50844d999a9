import { Box, Card, Skeleton } from '@mui/material'
import { radius } from '../look/tokens.ts'

/** The shape of a ProjectCard while its list loads. */
export const ProjectCardSkeleton = () => (
  <Card sx={{ display: 'flex', gap: { xs: 2, sm: 3 }, p: { xs: 2, sm: 2.5 } }}>
    <Box sx={{ flex: 1, minWidth: 0 }}>
      <Skeleton width="48%" height={26} />
      <Skeleton width="26%" height={18} />
      <Skeleton width="92%" height={20} sx={{ mt: 1 }} />
      <Skeleton width="70%" height={20} />
      <Skeleton variant="rounded" width={96} height={30} sx={{ mt: 1.5 }} />
    </Box>
    <Skeleton
      variant="rounded"
      sx={{ width: { xs: 88, sm: 184 }, height: { xs: 88, sm: 138 }, borderRadius: radius.medium, flex: 'none' }}
    />
  </Card>
)
