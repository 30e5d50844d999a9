import { expect, test } from 'vitest'
import { requestStatusLabel } from '#shared/rules/statuses.ts'
import { shorten, workStateLabel } from './project-groups.ts'

test('[MYP-26] the work states read Applied, todo, in-progress, requested, else unknown', () => {
  expect([0, 1, 2, 3, 4, -1].map(workStateLabel)).toEqual([
    'Applied',
    'todo',
    'in-progress',
    'requested',
    'unknown',
    'unknown',
  ])
})

test('[MYP-25] the request states read Pending, Approved, Rejected, else Unknown', () => {
  expect([0, 1, 2, 3].map(requestStatusLabel)).toEqual(['Pending', 'Approved', 'Rejected', 'Unknown'])
})

test('[MYP-32] a text over 100 characters is cut there and ends in an ellipsis', () => {
  expect(shorten('a'.repeat(100))).toBe('a'.repeat(100))
  expect(shorten('a'.repeat(101))).toBe(`${'a'.repeat(100)}…`)
  // A character of two UTF-16 code units counts once and stays whole.
  expect(shorten('😀'.repeat(101))).toBe(`${'😀'.repeat(100)}…`)
})
