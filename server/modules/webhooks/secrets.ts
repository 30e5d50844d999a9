import { createHmac, randomBytes } from 'node:crypto'
import { v7 as uuidv7 } from 'uuid'
import type { DbOrTx, Tx } from '#server/db/pool.ts'
import { HttpError, unavailable } from '#server/http/errors.ts'
import { hasPlaceForKey, type Place, seal, unseal } from '#server/settings/sealing.ts'
import { findAllSecrets, findSecrets, insertSecret, resealSecret } from './repository.ts'

const SECRET_BYTES = 32
const PREFIX = 'whsec_'
const NO_KEY =
  'Webhooks cannot be made on this server until the people who run it set GUILDHALL_SECRET: their key must not be in the database.'

const ownerOf = (id: string) => `webhook ${id}`

/** Makes a secret as Standard Webhooks writes one, and keeps it sealed. Errors: 503 without a place for a key. */
export const makeSecret = async (tx: Tx, place: Place, webhookID: string, now: Date): Promise<string> => {
  if (!hasPlaceForKey(place)) throw unavailable(NO_KEY)
  const secret = `${PREFIX}${randomBytes(SECRET_BYTES).toString('base64')}`
  const id = uuidv7()
  await insertSecret(tx, { id, webhookID, now, ...(await seal(place, ownerOf(id), secret)) })
  return secret
}

/** The secrets that sign now, which are sealed again where another key seals. Errors: 503 when this server lacks a key. */
export const openSecrets = async (db: DbOrTx, place: Place, webhookID: string, now: Date): Promise<string[]> => {
  const secrets: string[] = []
  for (const sealed of await findSecrets(db, webhookID, now)) {
    const { text, isOld } = await unseal(place, ownerOf(sealed.id), sealed)
    if (isOld) await resealSecret(db, { id: sealed.id, ...(await seal(place, ownerOf(sealed.id), text)) })
    secrets.push(text)
  }
  return secrets
}

export type ResealedSecrets = { sealed: number; unopened: ReadonlyArray<{ projectID: string; target: string }> }
/** Seals all secrets under the key of now; it may be repeated. `unopened` are of a key that this server lacks. */
export const resealSecrets = async (db: DbOrTx, place: Place): Promise<ResealedSecrets> => {
  const unopened: Array<{ projectID: string; target: string }> = []
  let sealed = 0
  for (const { projectID, target, ...secret } of await findAllSecrets(db)) {
    try {
      const { text, isOld } = await unseal(place, ownerOf(secret.id), secret)
      if (!isOld) continue
      await resealSecret(db, { id: secret.id, ...(await seal(place, ownerOf(secret.id), text)) })
      sealed++
    } catch (error) {
      if (!(error instanceof HttpError)) throw error
      unopened.push({ projectID, target })
    }
  }
  return { sealed, unopened }
}

/** The headers of Standard Webhooks 1.0: what is signed is the ID, the time in seconds and the body, by each secret. */
export const signedHeaders = (
  secrets: readonly string[],
  { id, body, now }: { id: string; body: string; now: Date },
): Record<string, string> => {
  const timestamp = String(Math.floor(now.getTime() / 1000))
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(PREFIX.length), 'base64')
    return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`
  })
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signatures.join(' ') }
}
