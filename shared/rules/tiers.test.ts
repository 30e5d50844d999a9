import { expect, test } from 'vitest'
import {
  heldBackText,
  reputationForTask,
  reputationText,
  skillLevelLabels,
  tierBadge,
  tierOf,
  tierOfComplexity,
  tiersOfSkillLevel,
  workspaceTierLabel,
} from './tiers.ts'

test.each([
  ['DLG-07', 'basic', 'Beginner', '5-10'],
  ['DLG-08', 'bronze', 'Intermediate', '10-20'],
  ['DLG-08', 'intermediate', 'Intermediate', '10-20'],
  ['DLG-09', 'silver', 'Advanced', '20-30'],
  ['DLG-09', 'advanced', 'Advanced', '20-30'],
  ['DLG-10', 'gold', 'Expert', '30+'],
  ['DLG-10', 'expert', 'Expert', '30+'],
  ['DLG-11', 'white', 'Intermediate', '10-20'],
  ['DLG-11', '', 'Intermediate', '10-20'],
  ['DLG-11', undefined, 'Intermediate', '10-20'],
])('%s: tier %s reads %s with %s hours', (_id, tier, label, hours) => {
  expect(tierBadge(tier)).toEqual({ label, hours })
})

test('a completed task earns ten points times the weight of its project’s tier', () => {
  expect(['basic', 'bronze', 'silver', 'gold'].map((tier) => reputationForTask(tier as 'basic'))).toEqual([
    10, 20, 40, 80,
  ])
})

test('a person reaches a tier exactly at its threshold', () => {
  expect([0, 99, 100, 499, 500, 1999, 2000].map((reputation) => tierOf({ reputation, creators: 3 }))).toEqual([
    'basic',
    'basic',
    'bronze',
    'bronze',
    'silver',
    'silver',
    'gold',
  ])
})

test('[MKT-05] beginner selects basic, intermediate bronze or silver, advanced gold', () => {
  expect(tiersOfSkillLevel).toEqual({ beginner: ['basic'], intermediate: ['bronze', 'silver'], advanced: ['gold'] })
})

test('[MKT-27] the filter’s options name the tiers that each selects', () => {
  expect(Object.values(skillLevelLabels)).toEqual([
    'Beginner · Basic',
    'Intermediate · Bronze and Silver',
    'Advanced · Gold',
  ])
})

test.each([
  ['hard', 'gold'],
  ['Medium', 'silver'],
  ['easy', 'bronze'],
])('[WIZ-08] the AI complexity %j is the tier %j', (complexity, tier) => {
  expect(tierOfComplexity(complexity)).toBe(tier)
})

test.each(['white', '', 'impossible'])('[WIZ-09] the AI complexity %j is the tier basic', (complexity) => {
  expect(tierOfComplexity(complexity)).toBe('basic')
})

test.each([
  ['gold', 'Gold'],
  ['BASIC', 'Basic'],
  ['premium', 'premium'],
  ['', 'Standard'],
  [null, 'Standard'],
  [undefined, 'Standard'],
])('[WS-16] the workspace calls the tier %j %j', (tier, label) => {
  expect(workspaceTierLabel(tier)).toBe(label)
})

test.each([
  [99, 9, 'basic', null],
  [100, 0, 'bronze', null],
  [499, 1, 'bronze', null],
  [500, 1, 'bronze', 'Silver needs work for 1 more creator.'],
  [500, 2, 'silver', null],
  [2000, 1, 'bronze', 'Gold needs work for 2 more creators.'],
  [2000, 2, 'silver', 'Gold needs work for 1 more creator.'],
  [2000, 3, 'gold', null],
] as const)('[RECORD-09] [RECORD-10] %i points of %i creators are %s', (reputation, creators, tier, missing) => {
  expect(tierOf({ reputation, creators })).toBe(tier)
  expect(heldBackText({ reputation, creators })).toBe(missing)
})

test('[RECORD-10] a number says from how many creators it is, where the server counts them', () => {
  expect([4, 1, 0, undefined].map((creators) => reputationText(1250, creators))).toEqual([
    '1,250 from 4 creators',
    '1,250 from 1 creator',
    '1,250 reputation',
    '1,250 reputation',
  ])
})
