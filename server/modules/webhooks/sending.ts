import type { LiveFrame } from '#shared/contract/index.ts'
import { brand } from '#shared/brand.ts'
import { type Db, withTx } from '#server/db/pool.ts'
import type { AppDeps } from '#server/deps.ts'
import type { Cursor } from '#server/events/read.ts'
import { HttpError } from '#server/http/errors.ts'
import { tell } from '../notifications/service.ts'
import * as deliveries from './deliveries-repository.ts'
import type { DeliveryRow, HeldWebhook } from './deliveries-repository.ts'
import { type Outcome, post } from './post.ts'
import { openSecrets, signedHeaders } from './secrets.ts'

/** Reads what owners may see of a project behind a place, as GET /events answers it. */
export type ReadOwnersRows = (
  db: Db,
  projectID: string,
  after: Cursor,
) => Promise<{ rows: ReadonlyArray<{ frame: LiveFrame; at: Cursor }>; behind: Cursor } | undefined>
export type SendingDeps = Pick<AppDeps, 'db' | 'clock' | 'config' | 'webhookLimits'>

/** Seconds before each further try; ten tries lie within 21 hours. */
export const PAUSES = [10, 60, 300, 900, 3600, 7200, 10_800, 18_000, 32_400]

/** The receiver wants nothing more (Standard Webhooks): no further try is made. */
const GONE = '410'

type Webhook = { id: string; target: string }
type Event = { id: string; xid: string; kind: string }

const tryOnce = async (
  deps: SendingDeps,
  { id, target }: Webhook,
  event: Event,
  frame: LiveFrame,
): Promise<Outcome> => {
  const { db, clock, config, webhookLimits } = deps
  const address = config.webhookTargets[target]
  if (address === undefined) return { isDelivered: false, answer: 'The server has no such target any more.' }
  const body = JSON.stringify(frame)
  try {
    const now = clock.now()
    const secrets = await openSecrets(db, config, id, now)
    // It was removed just now: nothing is sent unsigned.
    if (secrets.length === 0) return { isDelivered: false, answer: 'It has no secret.' }
    const signed = signedHeaders(secrets, { id: event.id, body, now })
    return await post(address, body, { ...signed, 'user-agent': brand.server }, webhookLimits)
  } catch (error) {
    if (!(error instanceof HttpError)) throw error
    return { isDelivered: false, answer: 'The server lacks the key of the secret.' }
  }
}

/** Sends one event and notes what became of it; undefined where the webhook was removed. The ID is the event's, at each try. */
export const deliver = async (
  deps: SendingDeps,
  webhook: Webhook,
  event: Event,
  frame: LiveFrame,
): Promise<DeliveryRow | undefined> => {
  const outcome = await tryOnce(deps, webhook, event, frame)
  return deliveries.noteDelivery(deps.db, { webhookID: webhook.id, event, ...outcome }, deps.clock.now())
}

/** The next try is later than the one before; after the last one, or a 410, the webhook is paused, and the owners hear of it. */
export const noteFailedTry = async (
  { db, clock }: SendingDeps,
  webhook: HeldWebhook,
  answer: string,
): Promise<void> => {
  const now = clock.now()
  const pause = answer === GONE ? undefined : PAUSES[webhook.tries]
  const nextAt = pause === undefined ? null : new Date(now.getTime() + pause * 1000)
  await withTx(db, async (tx) => {
    if (!(await deliveries.noteFailure(tx, webhook, nextAt)) || nextAt !== null) return
    const data = { webhookID: webhook.id, target: webhook.target }
    await tell(tx, now, { kind: 'webhook.paused', actorID: null, projectID: webhook.projectID, data })
  })
}

/**
 * Sends what comes next of a webhook that is held, one event after the other, and lets it go. The place moves behind each event that was
 * taken, so that a process which is killed in between sends one of them again.
 */
export const sendNext = async (
  deps: SendingDeps & { readOwnersRows: ReadOwnersRows },
  webhook: HeldWebhook,
  isStopped: () => boolean = () => false,
): Promise<void> => {
  const { db, readOwnersRows } = deps
  let { tries } = webhook
  const read = await readOwnersRows(db, webhook.projectID, webhook.at)
  for (const { frame, at } of read?.rows ?? []) {
    if (!webhook.kinds.includes(frame.kind)) continue
    if (isStopped()) return deliveries.letGo(db, webhook)
    const delivery = await deliver(deps, webhook, { id: frame.id, xid: at.xid, kind: frame.kind }, frame)
    if (!delivery) return
    if (!delivery.is_delivered) return noteFailedTry(deps, { ...webhook, tries }, delivery.answer)
    if (!(await deliveries.moveOn(db, webhook, at))) return
    tries = 0
  }
  if (read && !(await deliveries.moveOn(db, webhook, read.behind))) return
  await deliveries.letGo(db, webhook)
}
