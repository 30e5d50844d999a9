import type { SkillLevel, Tier } from '../contract/common.ts'

/** Points of reputation that a completed task earns in a basic project; each tier above counts it twice as much. */
export const TASK_REPUTATION = 10
const tierWeight: Readonly<Record<Tier, number>> = { basic: 1, bronze: 2, silver: 4, gold: 8 }
export const reputationForTask = (projectTier: Tier): number => TASK_REPUTATION * tierWeight[projectTier]

/** The reputation from which a user has a tier. */
const tierFloor: Readonly<Record<Tier, number>> = { basic: 0, bronze: 100, silver: 500, gold: 2000 }

/** How people read a person's tier. */
export const tierLabels: Readonly<Record<Tier, string>> = {
  basic: 'Basic',
  bronze: 'Bronze',
  silver: 'Silver',
  gold: 'Gold',
}

/** A user's tier from their reputation: 0 basic, 100 bronze, 500 silver, 2000 gold. */
export const tierFromReputation = (reputation: number): Tier => {
  if (reputation >= tierFloor.gold) return 'gold'
  if (reputation >= tierFloor.silver) return 'silver'
  if (reputation >= tierFloor.bronze) return 'bronze'
  return 'basic'
}

/** The reputation of users with one of these neighbouring tiers: from `min`, and below `below` (null: no bound). */
export const reputationRange = (tiers: readonly Tier[]): { min: number; below: number | null } => {
  const floors = Object.values(tierFloor).sort((a, b) => a - b)
  const highest = Math.max(...tiers.map((tier) => tierFloor[tier]))
  return {
    min: Math.min(...tiers.map((tier) => tierFloor[tier])),
    below: floors.find((floor) => floor > highest) ?? null,
  }
}

/** The tiers a skill level selects on the market and in the talent directory. */
export const tiersOfSkillLevel: Readonly<Record<SkillLevel, readonly Tier[]>> = {
  beginner: ['basic'],
  intermediate: ['bronze', 'silver'],
  advanced: ['gold'],
}

/** How filters name the skill levels: with the tiers that they select, because cards show those. */
export const skillLevelLabels: Readonly<Record<SkillLevel, string>> = {
  beginner: 'Beginner · Basic',
  intermediate: 'Intermediate · Bronze and Silver',
  advanced: 'Advanced · Gold',
}

export type TierBadge = { label: 'Beginner' | 'Intermediate' | 'Advanced' | 'Expert'; hours: string }

/** How the detail dialog shows a tier: ours and the names other hosts use. Unknown or missing reads Intermediate, 10-20. */
export const tierBadge = (tier: string | null | undefined): TierBadge => {
  switch (tier?.toLowerCase()) {
    case 'basic':
      return { label: 'Beginner', hours: '5-10' }
    case 'silver':
    case 'advanced':
      return { label: 'Advanced', hours: '20-30' }
    case 'gold':
    case 'expert':
      return { label: 'Expert', hours: '30+' }
    default:
      return { label: 'Intermediate', hours: '10-20' }
  }
}

/** The name of a tier that is one of ours, in any case; null for all others. */
export const namedTier = (tier: string | null | undefined): string | null =>
  Object.entries(tierLabels).find(([ours]) => ours === tier?.trim().toLowerCase())?.[1] ?? null

/** How lists and the workspace name a project's tier: Standard when there is none, and another host's own name as it stands. */
export const workspaceTierLabel = (tier: string | null | undefined): string => {
  const name = tier?.trim()
  if (!name) return 'Standard'
  return namedTier(name) ?? name
}

/** The tier of a generated project by its complexity: hard gold, medium silver, easy bronze, anything else basic. */
export const tierOfComplexity = (complexity: string): Tier => {
  switch (complexity.trim().toLowerCase()) {
    case 'hard':
      return 'gold'
    case 'medium':
      return 'silver'
    case 'easy':
      return 'bronze'
    default:
      return 'basic'
  }
}
