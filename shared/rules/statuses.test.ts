import { expect, test } from 'vitest'
import { boardStatuses, projectStatusLabel, requestStatusLabel, taskStatusLabel } from './statuses.ts'

test('one table has the project statuses, in the words of the dashboard and of the workspace', () => {
  const labels = (where: 'dashboard' | 'workspace') =>
    [0, 1, 2, 3, 4, 5].map((status) => projectStatusLabel({ status }, where))
  expect(labels('dashboard')).toEqual(['Draft', 'Active', 'In Progress', 'Completed', 'Rejected', 'Archived'])
  expect(labels('workspace')).toEqual(['Drafted', 'Published', 'Assigned', 'Completed', 'Rejected', 'Archived'])
})

test('an archived project reads Archived whatever its status', () => {
  expect(projectStatusLabel({ status: 1, archivedAt: '2026-01-01T00:00:00.000Z' }, 'workspace')).toBe('Archived')
})

test('request statuses have names, and an unknown number reads as unknown', () => {
  expect([0, 1, 2, 7].map(requestStatusLabel)).toEqual(['Pending', 'Approved', 'Rejected', 'Unknown'])
})

test('[TASK-09] task statuses have names, an unknown number reads as unknown, and four of them can be chosen', () => {
  expect([0, 1, 2, 3, 4, 5, 6].map(taskStatusLabel)).toEqual([
    'Requested',
    'Assigned',
    'In Progress',
    'Under Review',
    'Completed',
    'Rejected',
    'Unknown',
  ])
  expect(boardStatuses.map(taskStatusLabel)).toEqual(['Assigned', 'In Progress', 'Under Review', 'Completed'])
})
