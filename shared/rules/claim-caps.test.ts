import { expect, test } from 'vitest'
import type { Tier } from '../contract/common.ts'
import { applicationCap, claimCap, projectCap } from './claim-caps.ts'

const tiers: readonly Tier[] = ['basic', 'bronze', 'silver', 'gold']

test('a person holds one task until a first one was accepted, whatever the tier', () => {
  expect(tiers.map((tier) => claimCap({ tier, acceptedTasks: 0 }))).toEqual([1, 1, 1, 1])
})

test('after the first accepted task the tier alone says how many', () => {
  expect(tiers.map((tier) => claimCap({ tier, acceptedTasks: 1 }))).toEqual([2, 3, 4, 5])
  expect(tiers.map((tier) => claimCap({ tier, acceptedTasks: 400 }))).toEqual([2, 3, 4, 5])
})

test('a member holds three tasks of a project, anybody else two', () => {
  expect([projectCap({ isMember: true }), projectCap({ isMember: false })]).toEqual([3, 2])
})

test('undecided applications are bounded by the tier', () => {
  expect(tiers.map(applicationCap)).toEqual([10, 12, 15, 20])
})
