import { expect, test } from 'vitest'
import { isComplete, isToCreate, mergeSuggestions, sentDescription } from './draft-tasks.ts'

const suggested = (...titles: string[]) => titles.map((title) => ({ title, description: 'Words' }))

test('no suggested task is chosen before a person chooses it; what the plan says of it stays with it', () => {
  const tasks = mergeSuggestions([], suggested('Survey', 'Draw'), 'a')
  expect(tasks.map(({ title, isChosen, state }) => [title, isChosen, state])).toEqual([
    ['Survey', false, 'open'],
    ['Draw', false, 'open'],
  ])
  expect(tasks.some(isToCreate)).toBe(false)
  const [planned] = mergeSuggestions([], [{ title: 'a', description: 'b', doneWhen: ['c'], estimateHours: 2 }], 'a')
  expect(planned).toMatchObject({ doneWhen: ['c'], estimateHours: 2 })
})

test('newer suggestions replace untouched tasks and keep those that a person worked on, each title once', () => {
  const [survey, draw, print] = mergeSuggestions([], suggested('Survey', 'Draw', 'Print'), 'a')
  const [cut] = mergeSuggestions([], suggested('Cut'), 'c')
  const before = [
    { ...survey!, state: 'created' as const },
    { ...draw!, isEdited: true },
    { ...cut!, isChosen: true },
    print!,
  ]
  const after = mergeSuggestions(before, suggested('draw ', 'Fold'), 'b')
  expect(after.map(({ title, state }) => [title, state])).toEqual([
    ['Survey', 'created'],
    ['Draw', 'open'],
    ['Cut', 'open'],
    ['Fold', 'open'],
  ])
  expect(new Set(after.map(({ key }) => key)).size).toBe(4)
})

test('a task without a title is not complete, one without a description is sent with its title', () => {
  expect([
    isComplete({ title: 'a', description: 'b' }),
    isComplete({ title: ' ', description: 'b' }),
    isComplete({ title: 'a', description: '' }),
    isComplete({ title: 'a'.repeat(201), description: 'b' }),
  ]).toEqual([true, false, true, false])
  expect(sentDescription({ title: ' a ', description: ' ' })).toBe('a')
})
