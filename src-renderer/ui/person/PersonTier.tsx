import { Box } from '@mui/material'
import { Medal } from 'lucide-react'
import type { Tier } from '#shared/contract/index.ts'
import { tierLabels } from '#shared/rules/tiers.ts'
import { radius, size, weight } from '../look/tokens.ts'

/** A person's tier by reputation, as a small badge. */
export const PersonTier = ({ tier }: { tier: Tier }) => (
  <Box
    component="span"
    sx={{
      display: 'inline-flex',
      alignItems: 'center',
      gap: 0.5,
      height: 24,
      px: 1,
      borderRadius: radius.pill,
      border: 1,
      borderColor: 'divider',
      color: 'text.primary',
      fontSize: size.note,
      fontWeight: weight.semibold,
      lineHeight: 1,
      whiteSpace: 'nowrap',
    }}
  >
    <Medal size={14} aria-hidden />
    {tierLabels[tier]}
  </Box>
)
