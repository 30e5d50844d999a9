import { v7 as uuidv7 } from 'uuid'
import type { Db } from '#server/db/pool.ts'

type Planted = { projectID: string; by: string; at: Date }

/** A webhook that this person has made, with its secret and something that was sent. */
export const plantWebhook = async (db: Db, { projectID, by, at }: Planted): Promise<void> => {
  const [id, nobody] = [uuidv7(), uuidv7()]
  const place = { cursor_epoch: nobody, cursor_xid: '1', cursor_id: nobody }
  await db
    .insertInto('webhooks')
    .values({ id, project_id: projectID, target: 'build', kinds: ['task.moved'], made_by: by, made_at: at, ...place })
    .execute()
  await db
    .insertInto('webhook_secrets')
    .values({ id: uuidv7(), webhook_id: id, sealed: Buffer.from('sealed'), key_id: 'key', made_at: at })
    .execute()
  const event = { event_id: nobody, event_xid: '1', kind: 'task.moved' }
  await db
    .insertInto('webhook_deliveries')
    .values({ id: uuidv7(), webhook_id: id, ...event, is_delivered: true, answer: '200', sent_at: at })
    .execute()
}
