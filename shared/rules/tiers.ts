import type { SkillLevel, Tier } from '../contract/common.ts'

/** The reputation points for a completed task in a basic project; each tier above doubles them. */
export const TASK_REPUTATION = 10
const tierWeight: Readonly<Record<Tier, number>> = { basic: 1, bronze: 2, silver: 4, gold: 8 }
export const reputationForTask = (projectTier: Tier): number => TASK_REPUTATION * tierWeight[projectTier]

/** The lowest reputation of each tier. */
const tierFloor: Readonly<Record<Tier, number>> = { basic: 0, bronze: 100, silver: 500, gold: 2000 }

/** The labels of people's tiers. */
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

/** The tiers up to this one, the lowest first. */
export const tiersUpTo = (tier: Tier): Tier[] => {
  const all: Tier[] = ['basic', 'bronze', 'silver', 'gold']
  return all.slice(0, all.indexOf(tier) + 1)
}

/**
 * The range of reputation that covers these neighbouring tiers: at least `min`, and less than `below` (null for no
 * upper bound).
 */
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

/** The labels of skill levels in filters. They name the tiers they select, because cards show tiers. */
export const skillLevelLabels: Readonly<Record<SkillLevel, string>> = {
  beginner: 'Beginner · Basic',
  intermediate: 'Intermediate · Bronze and Silver',
  advanced: 'Advanced · Gold',
}

export type TierBadge = { label: 'Beginner' | 'Intermediate' | 'Advanced' | 'Expert'; hours: string }

/** How the detail dialog shows a tier, ours or another host's. An unknown or missing tier reads Intermediate, 10-20. */
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

/** The label of a tier that is one of ours, in any letter case; null for all others. */
export const namedTier = (tier: string | null | undefined): string | null =>
  Object.entries(tierLabels).find(([ours]) => ours === tier?.trim().toLowerCase())?.[1] ?? null

/**
 * How lists and the workspace show a project's tier: Standard when there is none, and another host's own name
 * unchanged.
 */
export const workspaceTierLabel = (tier: string | null | undefined): string => {
  const name = tier?.trim()
  if (!name) return 'Standard'
  return namedTier(name) ?? name
}

/** The tier of a generated project by its complexity: hard is gold, medium silver, easy bronze, anything else basic. */
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
