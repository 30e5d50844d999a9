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
