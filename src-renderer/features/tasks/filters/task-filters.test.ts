import { expect, test } from 'vitest'
import type { Task } from '#shared/contract/index.ts'
import { assigneesOf, countByStatus, filterTasks, tasksByColumn } from './task-filters.ts'
import { NOBODY } from './use-tasks-view.ts'

const task = (id: string, extra: Partial<Task> = {}): Task => ({
  id,
  taskId: id,
  title: `Task ${id}`,
  description: 'Words',
  status: 1,
  projectID: 'p',
  assignedToID: null,
  assignedToUsername: null,
  assignedToName: null,
  taskCreatedByUsername: 'ada',
  createdAt: '2025-01-05T10:00:00.000Z',
  updatedAt: '2025-01-05T10:00:00.000Z',
  ...extra,
})
const ids = (tasks: readonly Task[] | undefined) => tasks?.map(({ id }) => id)

test('[TASK-22] requested and rejected tasks have no column; the others are in theirs, last changed first', () => {
  const columns = tasksByColumn([
    task('0', { status: 0 }),
    task('1a', { updatedAt: '2025-01-05T10:00:00.000Z' }),
    task('1b', { updatedAt: '2025-02-05T10:00:00.000Z' }),
    task('4', { status: 4 }),
    task('5', { status: 5 }),
  ])
  expect([...columns].map(([{ id }, tasks]) => [id, ids(tasks)])).toEqual([
    ['1', ['1b', '1a']],
    ['2', []],
    ['3', []],
    ['4', ['4']],
  ])
})

test('a task fits when every word is in its title, number or assignee', () => {
  const tasks = [
    task('1', { title: 'Draw the map' }),
    task('2', { title: 'Print the map', assignedToID: 'g', assignedToUsername: 'Grace' }),
  ]
  expect(ids(filterTasks(tasks, 'MAP  draw', ''))).toEqual(['1'])
  expect(ids(filterTasks(tasks, 'map grace', ''))).toEqual(['2'])
  expect(ids(filterTasks(tasks, '#2', ''))).toEqual(['2'])
  expect(ids(filterTasks(tasks, 'globe', ''))).toEqual([])
  const named = [task('3', { assignedToID: 'd', assignedToUsername: 'dan84', assignedToName: 'Daniel Achterberg' })]
  expect(ids(filterTasks(named, 'achterberg', ''))).toEqual(['3'])
  expect(ids(filterTasks(named, 'dan84', ''))).toEqual(['3'])
})

test('the assignee filter shows tasks of one person, of nobody, or of everyone', () => {
  const tasks = [task('1'), task('2', { assignedToID: 'g', assignedToUsername: 'grace' })]
  expect(ids(filterTasks(tasks, '', 'g'))).toEqual(['2'])
  expect(ids(filterTasks(tasks, '', NOBODY))).toEqual(['1'])
  expect(filterTasks(tasks, '', '')).toBe(tasks)
})

test('every status is counted; people are listed once each, by name', () => {
  const tasks = [
    task('1', { status: 0, assignedToID: 'z', assignedToUsername: 'zoe' }),
    task('2', { status: 5, assignedToID: 'a', assignedToUsername: 'ada' }),
    task('3', { status: 5, assignedToID: 'z', assignedToUsername: 'zoe' }),
  ]
  expect(countByStatus(tasks)).toEqual([1, 0, 0, 0, 0, 2])
  expect(assigneesOf(tasks).map(({ name }) => name)).toEqual(['ada', 'zoe'])
})
