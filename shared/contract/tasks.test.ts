import { expect, test } from 'vitest'
import { normaliseBody } from '../api-client/normalise.ts'
import { tasks } from './tasks.ts'

const id = '0191a000-0000-7000-8000-000000000001'
const project = '0191a000-0000-7000-8000-000000000002'
const person = '0191a000-0000-7000-8000-000000000003'
const createdAt = '2026-01-05T10:00:00.000Z'

test('[WIRE-08] a task is read in either spelling, and without the fields that other hosts leave out', () => {
  const read = (sent: object) => tasks.get.response.parse(normaliseBody(tasks.get, { data: sent })).data
  expect(
    read({ id, name: 'Draw', body: 'On paper', status: 2, projectId: project, userId: person, createdAt }),
  ).toEqual({
    id,
    taskId: '',
    title: 'Draw',
    description: 'On paper',
    status: 2,
    projectID: project,
    assignedToID: person,
    assignedToUsername: null,
    assignedToName: null,
    taskCreatedByUsername: null,
    createdAt,
    updatedAt: createdAt,
  })
  const whole = {
    id,
    taskId: '7',
    title: 'Draw',
    description: 'On paper',
    status: 0,
    projectID: project,
    assignedToID: null,
    assignedToUsername: null,
    assignedToName: 'Grace Hopper',
    taskCreatedByUsername: 'ada',
    createdAt,
    updatedAt: createdAt,
    version: 3,
  }
  expect(read(whole)).toEqual(whole)
  expect(() => read({ ...whole, title: undefined })).toThrow()
})
