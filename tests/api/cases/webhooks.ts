import { sql } from 'kysely'
import { any, type CallInput, type Cases, type Cell } from '../case.ts'
import type { Rights } from '../rights.ts'
import { project, withBody } from './inputs.ts'

/** Owners alone; other members know of the project, and nobody else does. */
const ownersAlone: Rights = { owner: 'ok', admin: 403, member: 403, others: 404, draft: {} }
const notThere: Rights = { ...ownersAlone, owner: 404 }
const service = 'modules/webhooks/service.ts'

const ofTarget = ({ project: { id } }: Cell): CallInput => ({ params: { id, target: 'build' }, body: {} })
const body = { target: 'build', kinds: ['task.moved'] }
const added = async (cell: Cell): Promise<CallInput> => {
  await cell
    .as('owner')
    .webhooks.add({ params: { id: cell.project.id }, body: { target: 'build', kinds: ['task.moved'] } })
  return ofTarget(cell)
}
const withTwo = async (cell: Cell): Promise<CallInput> => {
  await added(cell)
  await cell.as('owner').webhooks.makeSecret({ params: { id: cell.project.id, target: 'build' }, body: {} })
  return ofTarget(cell)
}
const left = (kind: 'webhook.made' | 'webhook.removed') => [
  { kind, projectID: any, data: { webhookID: any, target: 'build' } },
]

/** Something that was sent, of an event of the project. */
const withDelivery = async (cell: Cell): Promise<CallInput> => {
  await added(cell)
  const { rows } = await sql<{ id: string }>`
    insert into webhook_deliveries (id, webhook_id, event_id, event_xid, kind, is_delivered, answer, sent_at)
    select gen_random_uuid(), w.id, e.id, e.xid, e.kind, false, '500', ${cell.server.clock.now()}
    from webhooks w join events e on e.project_id = w.project_id and e.kind = 'webhook.made'
    where w.project_id = ${cell.project.id} limit 1 returning id`.execute(cell.server.db)
  return { params: { id: cell.project.id, target: 'build', deliveryID: rows[0]?.id ?? '' }, body: {} }
}
const paused = async (cell: Cell): Promise<CallInput> => {
  const sent = await added(cell)
  await sql`update webhooks set state = 'paused' where project_id = ${cell.project.id}`.execute(cell.server.db)
  return sent
}

/** Calls of a project's webhooks, at a server whose operator has named the target `build`. */
export const webhookCases: Cases = {
  'webhooks.list': { input: project, may: ownersAlone },
  'webhooks.add to a target that nobody has named': {
    input: withBody(project, { ...body, target: 'nowhere' }),
    may: { ...ownersAlone, owner: 422 },
  },
  'webhooks.add': { input: withBody(project, body), leaves: left('webhook.made'), rollsBack: service },
  'webhooks.remove of none': { input: ofTarget, may: notThere },
  'webhooks.remove': { input: added, leaves: left('webhook.removed'), rollsBack: service },
  'webhooks.makeSecret for none': { input: ofTarget, may: notThere },
  'webhooks.makeSecret': { input: added, leaves: 'silently', rollsBack: service },
  'webhooks.dropSecret for none': { input: ofTarget, may: notThere },
  'webhooks.dropSecret': { input: withTwo, leaves: 'silently', rollsBack: service },
  'webhooks.resume of none': { input: ofTarget, may: notThere },
  'webhooks.resume': { input: paused, leaves: 'silently' },
  'webhooks.deliveries of none': { input: ofTarget, may: notThere },
  'webhooks.resend of none': {
    input: ({ project: { id } }) => ({ params: { id, target: 'build', deliveryID: id }, body: {} }),
    may: notThere,
  },
  'webhooks.resend': { input: withDelivery, leaves: 'silently' },
}
