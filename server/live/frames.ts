import { v7 as uuidv7 } from 'uuid'
import { NOTICES_CHANGED } from '#shared/contract/events.ts'
import type { BoardTask, LiveFrame } from '#shared/contract/index.ts'
import { type LoggedEvent, writeCursor } from '../events/read.ts'

/** An event of this log as it is sent, with what boards show of its task now. */
export const changeFrame = (
  epoch: string,
  { xid, data: _, createdAt, ...about }: LoggedEvent,
  task: BoardTask | null,
): LiveFrame => ({
  cursor: writeCursor({ epoch, xid, id: about.id }),
  ...about,
  createdAt: createdAt.toISOString(),
  task,
})

/** The frame as a guest of the task gets it: nobody else by ID, and nothing that boards show. */
export const frameFor = (userID: string, frame: LiveFrame): LiveFrame => {
  const own = (id: string | null) => (id === userID ? id : null)
  return { ...frame, actorID: own(frame.actorID), subjectID: own(frame.subjectID), task: null }
}

/** Says that notices of the person have come, gone or been marked, and nothing more: the list says what. */
export const noticesFrame = (cursor: string, now: Date): LiveFrame => ({
  cursor,
  id: uuidv7(),
  kind: NOTICES_CHANGED,
  actorID: null,
  projectID: null,
  taskID: null,
  requestID: null,
  subjectID: null,
  createdAt: now.toISOString(),
  task: null,
})

/** The moment at which an ID (UUIDv7) was made; undefined for the ID that stands for none. */
export const timeOf = (id: string): number | undefined => parseInt(id.replaceAll('-', '').slice(0, 12), 16) || undefined
