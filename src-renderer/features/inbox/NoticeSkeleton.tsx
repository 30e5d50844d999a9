import { Box, Skeleton } from '@mui/material'

/** The shape of a list of notices while it loads. */
export const NoticeSkeleton = ({ rows }: { rows: number }) => (
  <Box aria-label="Loading notices" role="img">
    {Array.from({ length: rows }, (_, row) => (
      <Box key={row} sx={{ display: 'flex', gap: 1.5, px: 2, py: 1.5 }}>
        <Skeleton variant="circular" width={32} height={32} sx={{ flex: 'none' }} />
        <Box sx={{ flex: 1 }}>
          <Skeleton width={`${80 - (row % 3) * 12}%`} />
          <Skeleton width="44%" />
        </Box>
      </Box>
    ))}
  </Box>
)
