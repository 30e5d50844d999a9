import { expect, test } from 'vitest'
import { readinessOf } from './readiness.ts'

const full = {
  description:
    'A map of every mooring between the two bridges, with the depth at low water and who to ask for a place.',
  deliverables: 'A map',
  skills: 'React, Design',
  estimatedDeadline: '2027-03-09',
  budget: '3000',
  weeklyHours: 8,
  tags: 'maps',
}

test('a project with everything people choose by is ready, and each missing part is named', () => {
  expect(readinessOf(full, 3)).toEqual({ ready: 8, of: 8, missing: [] })
  const some = readinessOf({ ...full, estimatedDeadline: null, deliverables: ' ' }, 3)
  expect([some.ready, some.missing.map(({ words }) => words)]).toEqual([6, ['no deliverables', 'no deadline']])
})

test('blanks and zeros are nothing, and a description of a few words is short', () => {
  const empty = {
    description: 'A map.',
    deliverables: '',
    skills: ' , ',
    estimatedDeadline: '',
    budget: ' ',
    weeklyHours: 0,
    tags: null,
  }
  const { ready, missing } = readinessOf(empty, 0)
  expect([ready, missing.map(({ part }) => part)]).toEqual([
    0,
    ['description', 'deliverables', 'skills', 'estimatedDeadline', 'budget', 'weeklyHours', 'tags', 'tasks'],
  ])
})

test("[OFFER-40] where tasks have rewards it names 'no open task with a reward' and 'rewards beyond the budget'", () => {
  const task = (rewardCents: number | null, more: object = {}) => ({
    ...{ status: 1, assignedToID: null as string | null, rewardCents },
    ...more,
  })
  const said = (tasks: ReturnType<typeof task>[], project = full) => {
    const { ready, of, missing } = readinessOf(project, 3, tasks)
    return [`${ready} of ${of}`, ...missing.map(({ words }) => words)]
  }
  expect(said([task(40_000), task(null)])).toEqual(['9 of 9'])
  // A reward of 0, one that somebody has, and one that is completed are no open task with a reward.
  for (const tasks of [[], [task(0)], [task(40_000, { assignedToID: 'ada' })], [task(40_000, { status: 4 })]])
    expect(said(tasks)).toEqual(['8 of 9', 'no open task with a reward'])
  expect(said([task(200_000), task(100_001)])).toEqual(['9 of 9', 'rewards beyond the budget'])
  expect(said([task(200_000), task(100_000)])).toEqual(['9 of 9'])
  expect(said([task(900_000)], { ...full, budget: '2-3k' })).toEqual(['9 of 9'])
})
