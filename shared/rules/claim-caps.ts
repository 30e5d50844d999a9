import type { Tier } from '../contract/common.ts'

const claimsOfTier: Readonly<Record<Tier, number>> = { basic: 2, bronze: 3, silver: 4, gold: 5 }
const applicationsOfTier: Readonly<Record<Tier, number>> = { basic: 10, bronze: 12, silver: 15, gold: 20 }

/** The most claims that a person holds at once, of those with a lease and without an open round. Nothing else raises it. */
export const claimCap = (person: { tier: Tier; acceptedTasks: number }): number =>
  person.acceptedTasks === 0 ? 1 : claimsOfTier[person.tier]

/** The most of them in one project. */
export const projectCap = (person: { isMember: boolean }): number => (person.isMember ? 3 : 2)

/** The most undecided applications of a person, to projects and tasks together. */
export const applicationCap = (tier: Tier): number => applicationsOfTier[tier]
