import { z } from 'zod'
import { enveloped, id, idOf, messageOnly, time } from './common.ts'
import { endpoint, noun, serverMessageOr } from './endpoint.ts'
import { type EventKind, eventKinds } from './events.ts'

export const WEBHOOK_TARGETS_MAX = 20
/** For how many hours a former secret goes on signing beside a new one. */
export const SECRET_HOURS = 24
/** For how many days deliveries are kept. */
export const DELIVERY_DAYS = 7
/** The most deliveries in one answer. */
export const DELIVERIES_MAX = 100

const target = z
  .string()
  .max(40)
  .meta({
    description:
      'The name that the people who run the server have given to where it is sent. The address stays with them.',
    examples: ['build'],
  })
const kind = { description: 'The kind of event.', examples: ['task.moved'] }
const secret = z.string().meta({
  description: 'What signs each delivery (Standard Webhooks). Only this answer has it.',
  examples: ['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'],
})

const webhook = z
  .object({
    id,
    target,
    kinds: z.array(z.string()).meta({ description: 'The kinds of events that are sent.', examples: [['task.moved']] }),
    state: z
      .enum(['active', 'paused'])
      .meta({ description: 'A paused one sends nothing until it is resumed.', examples: ['active'] }),
    hasTarget: z.boolean().meta({
      description:
        'Whether the server still has a target of this name. Without it nothing is sent; once it is back, all that has happened since.',
      examples: [true],
    }),
    secrets: z.int().meta({ description: 'How many secrets sign: two while one replaces another.', examples: [1] }),
    madeAt: time,
  })
  .meta({ id: 'Webhook', description: 'That events of a project are sent to a target.' })
export type Webhook = z.output<typeof webhook>

const delivery = z
  .object({
    id,
    kind: z.string().meta(kind),
    isDelivered: z.boolean().meta({ description: 'Whether the last try was answered by a 2xx.', examples: [true] }),
    answer: z.string().meta({
      description: 'The status of the last answer, or why there was none.',
      examples: ['200', 'There was no answer within 5 seconds.'],
    }),
    tries: z.int().meta({ description: 'How often it was sent.', examples: [1] }),
    sentAt: time.meta({ description: 'When it was last sent.' }),
  })
  .meta({ id: 'WebhookDelivery', description: 'What became of an event that was sent.' })
export type Delivery = z.output<typeof delivery>

const ofProject = z.strictObject({ id: idOf('the project') })
const ofTarget = z.strictObject({ id: idOf('the project'), target })

export const webhooks = noun('What programs that the operator has named are sent of a project.', {
  list: endpoint({
    method: 'GET',
    path: '/projects/:id/webhooks',
    summary: 'The webhooks of a project and the names of the targets that there are, for its owners.',
    policy: 'project.owner',
    scope: 'manage',
    since: 'webhooks',
    params: ofProject,
    response: z.object({
      data: z.array(webhook),
      targets: z.array(target).meta({ description: 'The names to choose from.', examples: [['build']] }),
    }),
    failure: serverMessageOr('Failed to load the webhooks'),
  }),
  add: endpoint({
    method: 'POST',
    path: '/projects/:id/webhooks',
    summary: 'Sends events of these kinds to a target from now on. Only this answer has the secret.',
    policy: 'project.owner',
    scope: 'manage',
    since: 'webhooks',
    params: ofProject,
    body: z.strictObject({
      target,
      kinds: z
        .array(z.enum(eventKinds as [EventKind, ...EventKind[]]))
        .min(1, 'Please choose what is sent.')
        .max(eventKinds.length)
        .meta({ description: 'The kinds of events to send.', examples: [['task.moved', 'task.assigned']] }),
    }),
    response: enveloped(webhook.extend({ secret })),
    status: 201,
    fails: { 409: 'CONFLICT', 503: 'UNAVAILABLE' },
    leaves: ['webhook.made'],
    stale: ['webhooks.list'],
    failure: serverMessageOr('Failed to add the webhook'),
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/projects/:id/webhooks/:target',
    summary: 'Sends nothing more to a target.',
    policy: 'project.owner',
    scope: 'manage',
    since: 'webhooks',
    params: ofTarget,
    response: messageOnly,
    leaves: ['webhook.removed'],
    stale: ['webhooks.list'],
    failure: serverMessageOr('Failed to remove the webhook'),
  }),
  makeSecret: endpoint({
    method: 'POST',
    path: '/projects/:id/webhooks/:target/secret',
    summary: `Makes a second secret. Both sign until the first is removed, for ${SECRET_HOURS} hours at most.`,
    policy: 'project.owner',
    scope: 'manage',
    since: 'webhooks',
    params: ofTarget,
    body: z.strictObject({}),
    response: enveloped(z.object({ secret })),
    status: 201,
    fails: { 409: 'CONFLICT', 503: 'UNAVAILABLE' },
    leaves: [],
    stale: ['webhooks.list'],
    failure: serverMessageOr('Failed to make a secret'),
  }),
  dropSecret: endpoint({
    method: 'DELETE',
    path: '/projects/:id/webhooks/:target/secret',
    summary: 'Removes the first of two secrets.',
    policy: 'project.owner',
    scope: 'manage',
    since: 'webhooks',
    params: ofTarget,
    response: messageOnly,
    fails: { 409: 'CONFLICT' },
    leaves: [],
    stale: ['webhooks.list'],
    failure: serverMessageOr('Failed to remove the secret'),
  }),
  resume: endpoint({
    method: 'POST',
    path: '/projects/:id/webhooks/:target/resume',
    summary: 'Sends again from where a paused webhook stopped.',
    policy: 'project.owner',
    scope: 'manage',
    since: 'webhooks',
    params: ofTarget,
    body: z.strictObject({}),
    response: messageOnly,
    fails: { 409: 'CONFLICT' },
    leaves: [],
    stale: ['webhooks.list'],
    failure: serverMessageOr('Failed to resume the webhook'),
  }),
  deliveries: endpoint({
    method: 'GET',
    path: '/projects/:id/webhooks/:target/deliveries',
    summary: `What was sent in the last ${DELIVERY_DAYS} days, and how it was answered, the newest first.`,
    policy: 'project.owner',
    scope: 'manage',
    since: 'webhooks',
    params: ofTarget,
    query: z.strictObject({
      cursor: z
        .string()
        .max(300)
        .optional()
        .meta({ description: '`nextCursor` of the answer before, for what is older; without it the newest come.' }),
    }),
    response: z.object({
      data: z.array(delivery).meta({ description: `At most ${DELIVERIES_MAX}.` }),
      nextCursor: z.string().nullable().meta({ description: 'Where older ones go on; null at their end.' }),
    }),
    failure: serverMessageOr('Failed to load the deliveries'),
  }),
  resend: endpoint({
    method: 'POST',
    path: '/projects/:id/webhooks/:target/deliveries/:deliveryID/resend',
    summary: 'Sends an event once more, under the same ID, and answers how that was answered.',
    policy: 'project.owner',
    scope: 'manage',
    since: 'webhooks',
    params: ofTarget.extend({ deliveryID: idOf('the delivery') }),
    body: z.strictObject({}),
    response: enveloped(delivery),
    fails: { 409: 'CONFLICT' },
    limits: ['resend'],
    leaves: [],
    stale: ['webhooks.deliveries'],
    failure: serverMessageOr('Failed to send it again'),
  }),
})
