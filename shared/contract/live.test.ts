import { expect, test } from 'vitest'
import { type LiveFrame } from './index.ts'
import { liveFrame, livePlace } from './live.ts'

const ID = '01890a5d-ac96-774b-bcce-b302099a8057'
const time = '2026-11-22T12:00:00.000Z'

test('[LIVE-12] a frame has what a board shows of a task; the text of the task is cut off', () => {
  const task: LiveFrame['task'] = {
    id: ID,
    taskId: '12',
    title: 'Draw',
    status: 2,
    projectID: ID,
    assignedToID: null,
    assignedToUsername: null,
    assignedToName: null,
    createdAt: time,
    updatedAt: time,
    version: 3,
  }
  const about = { actorID: ID, projectID: ID, taskID: ID, requestID: null, subjectID: null, createdAt: time }
  const frame: LiveFrame = { cursor: 'MDE5', id: ID, kind: 'task.moved', ...about, task }
  const sent = { ...frame, data: { from: 1 }, task: { ...task, description: 'Private.' } }
  expect(liveFrame.parse(sent)).toEqual(frame)
  expect(livePlace.parse({ cursor: 'MDE5', event: 'ready' })).toEqual({ cursor: 'MDE5' })
})
