import { z } from 'zod'
import { enveloped, id, idOf, messageOnly, noBody, time } from './common.ts'
import { described } from './described.ts'
import { endpoint, serverMessageOr, noun } from './endpoint.ts'
import * as reads from './reads.ts'

/** The most people for whom a project vouches, and the most whom it blocks. */
export const KNOWN_PEOPLE_MAX = 500

const knownPerson = z
  .object({
    userID: id,
    username: z.string().meta(described.username),
    name: z.string().meta(described.fullName),
    mark: z.enum(['vouched', 'blocked']).meta({
      description: 'Vouched for: may take tasks for people who are known. Blocked: can neither apply nor take.',
      examples: ['vouched'],
    }),
    markedAt: time.meta({ description: 'Since when.' }),
  })
  .meta({ id: 'KnownPerson' })
export type KnownPerson = z.output<typeof knownPerson>

const projectParams = z.strictObject({ id: idOf('the project') })
const params = projectParams.extend({ userID: idOf('the person') })
const common = {
  policy: 'user',
  scope: 'manage',
  since: 'claims',
  params,
  response: messageOnly,
  handlesOwn403: true,
} as const
const stale = ['knownPeople.list', ...reads.openTasks] as const

export const knownPeople = noun(
  'People for whom owners and admins of a project vouch, and whom they block. Neither learns of it.',
  {
    list: endpoint({
      method: 'GET',
      path: '/projects/:id/known-people',
      summary: 'Who is vouched for and who is blocked, newest first, for owners and admins.',
      policy: 'user',
      scope: 'read',
      since: 'claims',
      params: projectParams,
      response: enveloped(z.array(knownPerson)),
      handlesOwn403: true,
      about: ['projectID', 'id'],
      fails: { 403: 'FORBIDDEN', 404: 'NOT_FOUND' },
      failure: serverMessageOr('Failed to load the people'),
    }),
    vouch: endpoint({
      ...common,
      method: 'PUT',
      body: noBody,
      path: '/projects/:id/vouched/:userID',
      summary: 'Vouches for a person, who may then take tasks for people who are known. It ends a block.',
      fails: { 403: 'FORBIDDEN', 404: 'NOT_FOUND', 409: 'CONFLICT' },
      leaves: ['vouch.given'],
      stale,
      failure: serverMessageOr('Failed to vouch. Please try again.'),
    }),
    takeVouch: endpoint({
      ...common,
      method: 'DELETE',
      path: '/projects/:id/vouched/:userID',
      summary: 'Vouches for a person no more.',
      fails: { 403: 'FORBIDDEN', 404: 'NOT_FOUND' },
      leaves: ['vouch.taken'],
      stale,
      failure: serverMessageOr('Failed to change it. Please try again.'),
    }),
    block: endpoint({
      ...common,
      method: 'PUT',
      body: noBody,
      path: '/projects/:id/blocked/:userID',
      summary:
        'Blocks a person who is no member: what they have applied for is rejected, and a task that they have not handed in yet is open again.',
      fails: { 403: 'FORBIDDEN', 404: 'NOT_FOUND', 409: 'CONFLICT' },
      leaves: ['person.blocked', 'request.rejected', 'claim.ended', 'task.moved', 'task.assigned'],
      stale: ['knownPeople.list', ...reads.boards, ...reads.requests],
      failure: serverMessageOr('Failed to block. Please try again.'),
    }),
    unblock: endpoint({
      ...common,
      method: 'DELETE',
      path: '/projects/:id/blocked/:userID',
      summary: 'Blocks a person no more.',
      fails: { 403: 'FORBIDDEN', 404: 'NOT_FOUND' },
      leaves: ['person.unblocked'],
      stale,
      failure: serverMessageOr('Failed to change it. Please try again.'),
    }),
  },
)
