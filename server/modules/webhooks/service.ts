import { v7 as uuidv7 } from 'uuid'
import type { LiveFrame } from '#shared/contract/index.ts'
import { DELIVERIES_MAX, DELIVERY_DAYS, type Delivery, SECRET_HOURS, type Webhook } from '#shared/contract/webhooks.ts'
import { accessOf } from '#server/access/access.ts'
import { type DbOrTx, withTx } from '#server/db/pool.ts'
import type { AppDeps } from '#server/deps.ts'
import { endOfLog } from '#server/events/read.ts'
import { record, recorded } from '#server/events/record.ts'
import { conflict, forbidden, invalid, notFound } from '#server/http/errors.ts'
import type { Viewer } from '#server/http/handlers.ts'
import { readPlace, writePlace } from '#server/http/place-cursor.ts'
import type { Input } from '#server/http/services.ts'
import { limitOf } from '#server/limits/limit-table.ts'
import { requireWithin } from '#server/limits/limits.ts'
import { type DeliveryRow, findDeliveries, findDelivery, removeDeliveries } from './deliveries-repository.ts'
import * as repository from './repository.ts'
import { makeSecret } from './secrets.ts'
import { deliver, type SendingDeps } from './sending.ts'

type Deps = Pick<AppDeps, 'db' | 'clock' | 'config'>

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

/** Passes for owners. Errors: 404 for who is no member, 403 for other members. */
const requireOwnerOf = async ({ db }: Deps, projectID: string, { userID }: Viewer): Promise<void> => {
  const role = (await accessOf(db, projectID, userID))?.role
  if (!role) throw notFound('Project not found')
  if (role !== 'owner') throw forbidden('Only owners of the project may do that.')
}
const unknownWebhook = () => notFound('There is no such webhook.')

const hasTarget = ({ config }: Deps, target: string): boolean => Object.hasOwn(config.webhookTargets, target)
const toWebhook = (deps: Deps, { made_at, ...row }: repository.WebhookRow): Webhook => ({
  ...row,
  hasTarget: hasTarget(deps, row.target),
  madeAt: made_at.toISOString(),
})
const toDelivery = ({ id, kind, is_delivered, answer, tries, sent_at }: DeliveryRow): Delivery => ({
  ...{ id, kind, answer, tries, isDelivered: is_delivered, sentAt: sent_at.toISOString() },
})

/** The ID of a webhook, for owners. Errors: 404, 403. */
const requireWebhook = async (deps: Deps, viewer: Viewer, projectID: string, target: string): Promise<string> => {
  await requireOwnerOf(deps, projectID, viewer)
  const id = await repository.findWebhookID(deps.db, projectID, target)
  if (id === undefined) throw unknownWebhook()
  return id
}

const listWebhooks = async (deps: Deps, viewer: Viewer, { params: { id } }: Input<'webhooks.list'>) => {
  await requireOwnerOf(deps, id, viewer)
  const rows = await repository.findWebhooks(deps.db, id, deps.clock.now())
  return { data: rows.map((row) => toWebhook(deps, row)), targets: Object.keys(deps.config.webhookTargets).toSorted() }
}

/** Errors: 422 for a target that the operator has not named; 409 where the project has one for it; 503 without a key. */
const addWebhook = async (
  deps: Deps,
  viewer: Viewer,
  { params: { id: projectID }, body: { target, kinds } }: Input<'webhooks.add'>,
): Promise<Webhook & { secret: string }> => {
  const { db, clock, config } = deps
  await requireOwnerOf(deps, projectID, viewer)
  if (!hasTarget(deps, target)) throw invalid('target', 'The people who run this server have named no such target.')
  const now = clock.now()
  const id = uuidv7()
  const made = { id, target, kinds: [...new Set(kinds)] }
  return withTx(db, async (tx) => {
    const about = { project_id: projectID, made_by: viewer.userID, made_at: now, after: await endOfLog(tx) }
    if (!(await repository.insertWebhook(tx, { ...made, ...about })))
      throw conflict('CONFLICT', 'The project has a webhook for this target.')
    const secret = await makeSecret(tx, config, id, now)
    const data = { webhookID: id, target }
    await record(tx, now, { kind: 'webhook.made', actorID: viewer.userID, projectID, data })
    return { ...made, state: 'active', hasTarget: true, secrets: 1, madeAt: now.toISOString(), secret }
  })
}

const removeWebhook = async (
  deps: Deps,
  viewer: Viewer,
  { params: { id: projectID, target } }: Input<'webhooks.remove'>,
): Promise<{ message: string }> => {
  await requireOwnerOf(deps, projectID, viewer)
  await withTx(deps.db, async (tx) => {
    const id = await repository.holdWebhook(tx, projectID, target)
    if (id === undefined) throw unknownWebhook()
    await repository.deleteWebhook(tx, id)
    const data = { webhookID: id, target }
    await record(tx, deps.clock.now(), { kind: 'webhook.removed', actorID: viewer.userID, projectID, data })
  })
  return { message: 'Nothing more is sent there.' }
}

/** Makes a second secret; the first one ends a day later. Errors: 409 for a third. */
const addSecret = async (
  deps: Deps,
  viewer: Viewer,
  { params: { id: projectID, target } }: Input<'webhooks.makeSecret'>,
): Promise<{ secret: string }> => {
  await requireOwnerOf(deps, projectID, viewer)
  const now = deps.clock.now()
  return withTx(deps.db, async (tx) => {
    const id = await repository.holdWebhook(tx, projectID, target)
    if (id === undefined) throw unknownWebhook()
    await repository.deleteSecrets(tx, id, now)
    const [first, second] = await repository.findSecrets(tx, id, now)
    if (second !== undefined) throw conflict('CONFLICT', 'There are two secrets. Remove the first one before.')
    if (first !== undefined) await repository.endSecret(tx, first.id, new Date(now.getTime() + SECRET_HOURS * HOUR_MS))
    return { secret: await makeSecret(tx, deps.config, id, now) }
  })
}

/** Errors: 409 where there is only one. */
const dropSecret = async (
  deps: Deps,
  viewer: Viewer,
  { params: { id: projectID, target } }: Input<'webhooks.dropSecret'>,
): Promise<{ message: string }> => {
  await requireOwnerOf(deps, projectID, viewer)
  const now = deps.clock.now()
  await withTx(deps.db, async (tx) => {
    const id = await repository.holdWebhook(tx, projectID, target)
    if (id === undefined) throw unknownWebhook()
    const [first, second] = await repository.findSecrets(tx, id, now)
    if (first === undefined || second === undefined) throw conflict('CONFLICT', 'There is only one secret.')
    await repository.deleteSecrets(tx, id, now, first.id)
  })
  return { message: 'The first secret is gone.' }
}

/** Errors: 409 where it is not paused. */
const resume = async (
  deps: Deps,
  viewer: Viewer,
  { params: { id: projectID, target } }: Input<'webhooks.resume'>,
): Promise<{ message: string }> => {
  const id = await requireWebhook(deps, viewer, projectID, target)
  if (!(await repository.resumeWebhook(deps.db, id))) throw conflict('CONFLICT', 'This webhook is not paused.')
  recorded(deps.db)
  return { message: 'It goes on from where it stopped.' }
}

const keptSince = ({ clock }: Deps): Date => new Date(clock.now().getTime() - DELIVERY_DAYS * DAY_MS)

/** Errors: 422 for a cursor that is not ours. */
const listDeliveries = async (
  deps: Deps,
  viewer: Viewer,
  { params: { id: projectID, target }, query: { cursor } }: Input<'webhooks.deliveries'>,
): Promise<{ data: Delivery[]; nextCursor: string | null }> => {
  const id = await requireWebhook(deps, viewer, projectID, target)
  const before = cursor === undefined ? null : readPlace(cursor)
  const rows = await findDeliveries(deps.db, id, { since: keptSince(deps), before, limit: DELIVERIES_MAX + 1 })
  const page = rows.slice(0, DELIVERIES_MAX)
  const last = rows.length > DELIVERIES_MAX ? page.at(-1) : undefined
  return {
    data: page.map(toDelivery),
    nextCursor: last ? writePlace({ time: last.sent_at.toISOString(), id: last.id }) : null,
  }
}

type ResendDeps = SendingDeps & {
  live: { readOwnersRow: (projectID: string, event: { xid: string; id: string }) => Promise<LiveFrame | undefined> }
}
/** Errors: 404; 409 where owners no longer see the event; 429. */
const resend = async (
  deps: ResendDeps,
  viewer: Viewer,
  { params: { id: projectID, target, deliveryID } }: Input<'webhooks.resend'>,
): Promise<Delivery> => {
  const { db, clock, live } = deps
  const id = await requireWebhook(deps, viewer, projectID, target)
  await requireWithin(db, clock.now(), limitOf('resend', projectID))
  const found = await findDelivery(db, id, deliveryID, keptSince(deps))
  if (!found) throw notFound('There is no such delivery.')
  const event = { id: found.event_id, xid: found.event_xid, kind: found.kind }
  const frame = await live.readOwnersRow(projectID, event)
  if (!frame) throw conflict('CONFLICT', 'This event can no longer be sent.')
  const sent = await deliver(deps, { id, target }, event, frame)
  if (!sent) throw unknownWebhook()
  // The receiver is there again, so what waits for its next try need not wait.
  if (sent.is_delivered) await repository.endPause(db, id)
  recorded(db)
  return toDelivery(sent)
}

/** Removes what is older than the days for which deliveries are kept. */
export const removeOldDeliveries = (db: DbOrTx, now: Date): Promise<void> =>
  removeDeliveries(db, new Date(now.getTime() - DELIVERY_DAYS * DAY_MS))

export const webhooks = {
  list: listWebhooks,
  add: addWebhook,
  remove: removeWebhook,
  makeSecret: addSecret,
  dropSecret,
  resume,
  deliveries: listDeliveries,
  resend,
}

export { resealSecrets } from './secrets.ts'
export type { PostLimits } from './post.ts'
export { startSendingWebhooks } from './runner.ts'

export { placeInNewLog } from './repository.ts'
