import { randomUUID } from 'node:crypto'
import { v7 as uuidv7 } from 'uuid'
import { noteFailedTry, PAUSES } from '#server/modules/webhooks/sending.ts'
import type { TestApp } from './server.ts'

/** A webhook of the project that is at its last try; answers the function that lets this fail. */
export const failingWebhook = async ({ db, deps }: TestApp, projectID: string): Promise<() => Promise<void>> => {
  const [id, hold, target] = [uuidv7(), randomUUID(), 'gone']
  const kinds = ['task.moved']
  const tries = PAUSES.length
  const at = { epoch: randomUUID(), xid: '1', id: randomUUID() }
  await db
    .insertInto('webhooks')
    .values({
      ...{ id, project_id: projectID, target, kinds, tries, held_by: hold, made_at: deps.clock.now() },
      ...{ cursor_epoch: at.epoch, cursor_xid: at.xid, cursor_id: at.id },
    })
    .execute()
  return () => noteFailedTry(deps, { id, projectID, target, kinds, tries, at, hold }, '500')
}
