import { expect, test } from 'vitest'
import { newTask } from '../contract/task.ts'
import { newTaskBody, type TaskDraft } from './new-task.ts'

const projectID = '01890000-0000-7000-8000-000000000001'
const ada = { id: '01890000-0000-7000-8000-000000000002', username: 'ada', email: 'ada@example.org' }
const draft: TaskDraft = { title: ' Survey ', description: ' Walk the quay. ', projectID, status: null, assignee: null }
const sent = { title: 'Survey', description: 'Walk the quay.', projectID }

test('[TASK-03] an assignee is sent only when picked from the suggestions', () => {
  expect(newTaskBody({ ...draft, assignee: ada })).toEqual({ ...sent, assignedToID: ada.id })
  for (const assignee of [null, '', 'ada', ada.id]) expect(newTaskBody({ ...draft, assignee })).toEqual(sent)
})

test('a status is sent only when chosen, and the body fits the call', () => {
  expect(newTaskBody({ ...draft, status: 0 })).toEqual({ ...sent, status: 0 })
  const body = newTaskBody({ ...draft, status: 2, assignee: ada })
  expect(newTask.parse(body)).toEqual(body)
})
