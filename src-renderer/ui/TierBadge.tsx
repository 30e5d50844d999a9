import Box from '@mui/material/Box'
import { tierBadge } from '../../shared/rules/tiers.ts'

const steps = ['Beginner', 'Intermediate', 'Advanced', 'Expert'] as const

/** A project's tier as people read it, with four bars that say how far up it is. */
export const TierBadge = ({ tier }: { tier: string | null | undefined }) => {
  const { label } = tierBadge(tier)
  const level = steps.indexOf(label)
  return (
    <Box component="span" sx={{ display: 'inline-flex', alignItems: 'center', gap: 0.75, whiteSpace: 'nowrap' }}>
      <Box component="span" aria-hidden sx={{ display: 'inline-flex', alignItems: 'flex-end', gap: '2px' }}>
        {steps.map((step, index) => (
          <Box
            key={step}
            component="span"
            sx={{
              width: 3,
              height: 5 + index * 2,
              borderRadius: '1px',
              bgcolor: index <= level ? 'primary.main' : 'divider',
            }}
          />
        ))}
      </Box>
      {label}
    </Box>
  )
}
