import { Box } from '@mui/material'
import { namedTier, tierBadge, workspaceTierLabel } from '#shared/rules/tiers.ts'
import { radius } from '../look/tokens.ts'

const steps = ['Beginner', 'Intermediate', 'Advanced', 'Expert'] as const

type TierBadgeProps = {
  tier: string | null | undefined
  /** Adds the level of skill that the tier asks for, as in the detail dialog. */
  isSkillLevelNamed?: boolean
}

/** A project's tier by its name, with bars that show how high it is. */
export const TierBadge = ({ tier, isSkillLevelNamed = false }: TierBadgeProps) => {
  const { label } = tierBadge(tier)
  const level = steps.indexOf(label)
  // A tier that we do not know has no name, only the level that it is taken for.
  const isNameShown = !isSkillLevelNamed || namedTier(tier) !== null
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
              borderRadius: radius.hair,
              bgcolor: index <= level ? 'text.secondary' : 'divider',
            }}
          />
        ))}
      </Box>
      {isNameShown && <span>{workspaceTierLabel(tier)}</span>}
      {isNameShown && isSkillLevelNamed && <span aria-hidden>·</span>}
      {isSkillLevelNamed && <span>{label}</span>}
    </Box>
  )
}
