import { Box } from '@mui/material'
import { Medal } from 'lucide-react'
import type { Tier } from '#shared/contract/index.ts'
import { tierLabels } from '#shared/rules/tiers.ts'
import { radius, size, weight } from '../look/tokens.ts'

/** The metals of the reputation ladder. Only the medal has these colours: text keeps the contrast of text. */
const metals: Readonly<Record<Tier, string>> = {
  basic: '#8a8f98',
  bronze: '#b0713f',
  silver: '#7d8ea3',
  gold: '#b98a13',
}

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
      border: `1px solid color-mix(in srgb, ${metals[tier]} 55%, transparent)`,
      bgcolor: `color-mix(in srgb, ${metals[tier]} 12%, transparent)`,
      color: 'text.primary',
      fontSize: size.note,
      fontWeight: weight.semibold,
      lineHeight: 1,
      whiteSpace: 'nowrap',
    }}
  >
    <Medal size={14} color={metals[tier]} aria-hidden />
    {tierLabels[tier]}
  </Box>
)
