import { Box, Card, Skeleton } from '@mui/material'
import { useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { Talent } from '#shared/contract/index.ts'
import { prefetchProfile } from '#data/people.ts'
import { flatOnWide, TalentCard } from './TalentCard.tsx'
import { radius, staleMotion } from '#ui/look/tokens.ts'

const grid = {
  listStyle: 'none',
  m: 0,
  p: 0,
  display: 'grid',
  gap: { xs: 2, lg: 0 },
  gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: 'repeat(2, minmax(0, 1fr))', lg: 'minmax(0, 1fr)' },
  // Wide windows have rows in one frame.
  border: { lg: '1px solid var(--mui-palette-divider)' },
  borderRadius: { lg: radius.medium },
  bgcolor: { lg: 'background.paper' },
  overflow: { lg: 'hidden' },
  '& > li + li': { borderTop: { lg: '1px solid var(--mui-palette-divider)' } },
} as const

export const TalentList = ({ talents, isStale }: { talents: readonly Talent[]; isStale: boolean }) => {
  const client = useQueryClient()
  // The memo keeps the cards from being drawn again when the list only fades for another page.
  const cards = useMemo(
    () =>
      talents.map((talent) => (
        <li key={talent.userID}>
          <TalentCard talent={talent} onIntent={() => prefetchProfile(client, talent.username)} />
        </li>
      )),
    [talents, client],
  )
  return (
    <Box
      component="ul"
      aria-label="Talents"
      aria-busy={isStale}
      sx={{ ...grid, opacity: isStale ? 0.6 : 1, transition: staleMotion }}
    >
      {cards}
    </Box>
  )
}

/** The list's shape while it loads: cards, and rows in wide windows. */
export const TalentListSkeleton = () => (
  <Box component="ul" aria-label="Loading talents" sx={grid}>
    {Array.from({ length: 10 }, (_, key) => (
      <Card component="li" key={key} sx={{ ...flatOnWide, height: { xs: 220, lg: 57 }, p: 2, py: { lg: 0.5 } }}>
        <Box sx={{ display: 'flex', alignItems: 'center', gap: 1.5, height: { lg: 1 } }}>
          <Skeleton variant="circular" width={36} height={36} />
          <Box sx={{ flex: 1, maxWidth: 200 }}>
            <Skeleton width="70%" />
            <Skeleton width="45%" />
          </Box>
        </Box>
        <Box sx={{ display: { lg: 'none' }, mt: 1.5 }}>
          <Skeleton width="60%" />
          <Skeleton width="85%" />
          <Skeleton width="50%" height={34} />
        </Box>
      </Card>
    ))}
  </Box>
)
