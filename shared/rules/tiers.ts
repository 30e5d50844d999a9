import type { SkillLevel, Tier } from '../contract/common.ts'

/** The reputation points for a completed task in a basic project; each tier above doubles them. */
export const TASK_REPUTATION = 10
const tierWeight: Readonly<Record<Tier, number>> = { basic: 1, bronze: 2, silver: 4, gold: 8 }
export const reputationForTask = (projectTier: Tier): number => TASK_REPUTATION * tierWeight[projectTier]

/** The lowest reputation of each tier, and from how many creators' projects it comes at least. */
const tierFloors: Readonly<Record<Tier, { reputation: number; creators: number }>> = {
  basic: { reputation: 0, creators: 0 },
  bronze: { reputation: 100, creators: 0 },
  silver: { reputation: 500, creators: 2 },
  gold: { reputation: 2000, creators: 3 },
}
/** The tiers in the order of their levels, which `tier_level` of the database counts from 0. */
const byLevel = ['basic', 'bronze', 'silver', 'gold'] as const satisfies readonly Tier[]

/** The labels of people's tiers. */
export const tierLabels: Readonly<Record<Tier, string>> = {
  basic: 'Basic',
  bronze: 'Bronze',
  silver: 'Silver',
  gold: 'Gold',
}

/** A person's points, and how many other people made the projects that gave them. */
export type Standing = { reputation: number; creators: number }

/**
 * A person's tier: bronze from 100 points, silver from 500 of at least 2 creators, gold from 2000 of at least 3. What too few
 * creators hold back is the next tier below.
 */
export const tierOf = ({ reputation, creators }: Standing): Tier =>
  byLevel.findLast((tier) => reputation >= tierFloors[tier].reputation && creators >= tierFloors[tier].creators) ??
  'basic'

/** The tier of a level that the database counted. */
export const tierOfLevel = (level: number): Tier => byLevel[level] ?? 'basic'

/** The tier that the points alone would give, and how many creators are missing for it; null where none is. */
export const heldBack = ({ reputation, creators }: Standing): { tier: Tier; missing: number } | null => {
  const tier = tierOf({ reputation, creators: Number.POSITIVE_INFINITY })
  const missing = tierFloors[tier].creators - creators
  return missing > 0 ? { tier, missing } : null
}

/** '1,250 from 4 creators'; '1,250 reputation' where a server does not count creators, or there is nothing to count. */
export const reputationText = (reputation: number, creators: number | undefined): string => {
  const points = reputation.toLocaleString('en-US')
  if (creators === undefined || creators === 0) return `${points} reputation`
  return `${points} from ${creators} ${creators === 1 ? 'creator' : 'creators'}`
}

/** What a person whose tier is held back reads of it: 'Gold needs work for 1 more creator.' */
export const heldBackText = (standing: Standing): string | null => {
  const held = heldBack(standing)
  if (!held) return null
  return `${tierLabels[held.tier]} needs work for ${held.missing} more ${held.missing === 1 ? 'creator' : 'creators'}.`
}

/** The tiers up to this one, the lowest first. */
export const tiersUpTo = (tier: Tier): Tier[] => byLevel.slice(0, byLevel.indexOf(tier) + 1)

/** The tiers a skill level selects on the market and in the talent directory. */
export const tiersOfSkillLevel: Readonly<Record<SkillLevel, readonly Tier[]>> = {
  beginner: ['basic'],
  intermediate: ['bronze', 'silver'],
  advanced: ['gold'],
}

/** A skill level as `skill_level` of the database counts it. */
export const skillLevelNumber: Readonly<Record<SkillLevel, number>> = { beginner: 0, intermediate: 1, advanced: 2 }

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
