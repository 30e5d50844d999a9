import { Box, Typography } from '@mui/material'
import { radius } from '#ui/look/tokens.ts'

/** A person's tiers, and the points of reputation at which each begins. */
const rungs = [
  { tier: 'Basic', from: 0, color: '#8a8f98' },
  { tier: 'Bronze', from: 100, color: '#b0713f' },
  { tier: 'Silver', from: 500, color: '#7d8ea3' },
  { tier: 'Gold', from: 2000, color: '#b98a13' },
] as const

export const ReputationLadder = () => (
  <Box
    component="section"
    aria-labelledby="reputation"
    sx={{
      py: { xs: 8, md: 12 },
      display: 'grid',
      gap: { xs: 5, md: 8 },
      alignItems: 'center',
      gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'minmax(0, 5fr) minmax(0, 6fr)' },
    }}
  >
    <Box>
      <Typography id="reputation" variant="h1" component="h2">
        Reputation is work that got finished
      </Typography>
      <Typography variant="lead" component="p" sx={{ mt: 2, color: 'text.secondary' }}>
        No stars to collect. A completed task adds 10 points, and up to eight times that on the hardest projects. If it
        is reopened, the points are taken back.
      </Typography>
    </Box>
    <Box
      component="ul"
      sx={{
        listStyle: 'none',
        m: 0,
        p: 0,
        display: 'grid',
        gridTemplateColumns: 'repeat(4, minmax(0, 1fr))',
        gap: { xs: 1, sm: 2 },
        alignItems: 'end',
      }}
    >
      {rungs.map(({ tier, from, color }, index) => (
        <Box component="li" key={tier} sx={{ textAlign: 'center' }}>
          <Typography variant="h4" component="p">
            {tier}
          </Typography>
          <Typography variant="body2" className="tabular" sx={{ color: 'text.secondary', mb: 1 }}>
            {from.toLocaleString('en-US')}+
          </Typography>
          <Box
            sx={{
              height: 64 + index * 48,
              borderRadius: `${radius.pill} ${radius.pill} ${radius.medium} ${radius.medium}`,
              border: 1,
              borderColor: `color-mix(in srgb, ${color} 55%, transparent)`,
              background: `linear-gradient(color-mix(in srgb, ${color} 42%, transparent), color-mix(in srgb, ${color} 10%, transparent))`,
            }}
          />
        </Box>
      ))}
    </Box>
  </Box>
)
