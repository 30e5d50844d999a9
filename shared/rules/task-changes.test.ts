import { expect, test } from 'vitest'
import { taskStatus } from './statuses.ts'
import { crossesCompleted, whyNotChange, type TaskFields } from './task-changes.ts'

const { assigned, inProgress, completed } = taskStatus
const before: TaskFields = { title: 'Draw', description: 'Work.', status: assigned, assignedToID: null }

test('a move crosses Completed when it begins or ends there, and not when the status stays', () => {
  expect(crossesCompleted(inProgress, completed)).toBe(true)
  expect(crossesCompleted(completed, assigned)).toBe(true)
  expect(crossesCompleted(null, completed)).toBe(true)
  expect(crossesCompleted(completed, completed)).toBe(false)
  expect(crossesCompleted(assigned, inProgress)).toBe(false)
})

test('a member changes title and status; completing, the description and the assignee are for managers', () => {
  const why = (change: Partial<TaskFields>, from = before) => whyNotChange('member', from, { ...from, ...change })
  expect(why({ title: 'Paint', status: inProgress })).toBeNull()
  expect(why({ status: completed })).toBe('completed')
  expect(why({ title: 'Paint' }, { ...before, status: completed })).toBeNull()
  expect(why({ status: assigned }, { ...before, status: completed })).toBe('completed')
  expect(why({ description: 'More work.' })).toBe('description')
  expect(why({ assignedToID: 'somebody' })).toBe('assignee')
  for (const role of ['owner', 'admin'] as const)
    expect(whyNotChange(role, before, { ...before, status: completed, assignedToID: 'somebody' })).toBeNull()
})
