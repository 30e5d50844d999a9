import { expect, test } from 'vitest'
import { TASK_TITLE_MAX } from '../contract/task.ts'
import { PASTED_MAX, readPastedList } from './pasted-list.ts'

const titles = (text: string) => readPastedList(text).tasks.map(({ title }) => title)

test('bullets, numbers and boxes are no part of a title, and blank lines make no task', () => {
  const text = [
    '- [ ] Buy paint',
    '* [x] Sand the hull',
    '',
    '  3. Launch  the boat',
    '• Write the log',
    '\t- Nested: tie it up',
    '12) Invite guests',
    'b) Choose a name',
    '☐ Sweep the pier',
    '---',
    'No mark at all',
    '[Draft] keeps its bracket',
    '3 buoys are missing',
    '-5 degrees: cover the engine',
  ].join('\r\n')
  expect(titles(text)).toEqual([
    'Buy paint',
    'Sand the hull',
    'Launch the boat',
    'Write the log',
    'Nested: tie it up',
    'Invite guests',
    'Choose a name',
    'Sweep the pier',
    'No mark at all',
    '[Draft] keeps its bracket',
    '3 buoys are missing',
    '-5 degrees: cover the engine',
  ])
})

test('a list has at most 100 tasks and says how many lines are left; a long line stays whole in the description', () => {
  const { tasks, left } = readPastedList(Array.from({ length: 130 }, (_, at) => `- Task ${at}`).join('\n'))
  expect([tasks.length, left]).toEqual([PASTED_MAX, 30])
  const long = 'word '.repeat(TASK_TITLE_MAX).trim()
  const [task] = readPastedList(`- ${long}`).tasks
  expect(task?.title.length).toBeLessThanOrEqual(TASK_TITLE_MAX)
  expect(task?.title.endsWith('…')).toBe(true)
  expect(task?.description.startsWith(long.slice(0, 500))).toBe(true)
  expect(readPastedList(' \n\n- \n').tasks).toEqual([])
})
