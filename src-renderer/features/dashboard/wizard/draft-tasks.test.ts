import { expect, test } from 'vitest'
import { isComplete, isToCreate, mergeSuggestions } from './draft-tasks.ts'

const suggested = (...titles: string[]) => titles.map((title) => ({ title, description: 'Words' }))

test('suggested tasks begin chosen and unedited', () => {
  const tasks = mergeSuggestions([], suggested('Survey', 'Draw'), 'a')
  expect(tasks.map(({ title, isChosen, state }) => [title, isChosen, state])).toEqual([
    ['Survey', true, 'open'],
    ['Draw', true, 'open'],
  ])
  expect(tasks.every(isToCreate)).toBe(true)
})

test('newer suggestions replace untouched tasks and keep those that a person worked on, each title once', () => {
  const [survey, draw, print] = mergeSuggestions([], suggested('Survey', 'Draw', 'Print'), 'a')
  const before = [{ ...survey!, state: 'created' as const }, { ...draw!, isEdited: true }, print!]
  const after = mergeSuggestions(before, suggested('draw ', 'Fold'), 'b')
  expect(after.map(({ title, state }) => [title, state])).toEqual([
    ['Survey', 'created'],
    ['Draw', 'open'],
    ['Fold', 'open'],
  ])
  expect(new Set(after.map(({ key }) => key)).size).toBe(3)
})

test('a task without title or description is not complete', () => {
  expect([
    isComplete({ title: 'a', description: 'b' }),
    isComplete({ title: ' ', description: 'b' }),
    isComplete({ title: 'a', description: '' }),
    isComplete({ title: 'a'.repeat(201), description: 'b' }),
  ]).toEqual([true, false, false, false])
})
