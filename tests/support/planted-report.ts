import { v7 as uuidv7 } from 'uuid'
import type { Db } from '#server/db/pool.ts'
import { plantWebhook } from './planted-webhook.ts'

type Planted = { projectID: string; by: string; text: string; at: Date }

/** A report by this person, a webhook that they have made, and their membership of a project that administrators have hidden. */
export const plantReport = async (db: Db, { projectID, by, text, at }: Planted): Promise<void> => {
  const report = { kind: 'project', thing_id: projectID, reason: 'spam', created_at: at }
  await db
    .insertInto('reports')
    .values({ id: uuidv7(), ...report, reporter_id: by, reported_id: by, text })
    .execute()
  await plantWebhook(db, { projectID, by, at })
  await db
    .insertInto('hidden_members')
    .values({ project_id: projectID, user_id: by, role: 'member', joined_at: at })
    .execute()
}
