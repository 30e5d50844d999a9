import { z } from 'zod'
import { analytics } from './analytics.ts'
import {
  anyProjectStatus,
  creationKey,
  enveloped,
  freeText,
  searchText,
  id,
  idOf,
  messageOnly,
  pageOf,
  pageQuery,
  projectRole,
  REQUIRED_TEXT,
  singleLine,
  skillLevel,
  time,
} from './common.ts'
import { described } from './described.ts'
import { endpoint, serverMessageOr, noun } from './endpoint.ts'
import * as reads from './reads.ts'
import { letterBody } from './letters.ts'
import { marketChoices, offer, standing } from './market.ts'
import {
  newProjectFieldNames,
  PROJECT_TEXT_MAX,
  projectFieldNames,
  readFields,
  sentFields,
  tierAsRead,
} from './project-fields.ts'
import { payerRecordField } from './records.ts'
import { answerRecord, clockFields } from './requests.ts'
import { viewersDay } from './task-fields.ts'

export const PROJECT_TITLE_MAX = 200
/**
 * The most hits that a search of the market lists, the newest; it counts no further, since nobody reads fifty pages.
 * The same holds for a market filtered or sorted by anything but age.
 */
export const SEARCH_HITS_MAX = 500

const NOT_SAID = 'Null from a host that does not say.'
/** Who made a project. */
const creator = z.object({
  username: z.string().meta({ description: 'How the creator is called in addresses.', examples: ['ada'] }),
  name: z.string().meta({ description: 'Their full name; empty where they gave none.', examples: ['Ada Byron'] }),
})

export const projectListItem = z
  .object({
    id,
    title: z.string().meta(described.projectTitle),
    description: z.string().meta({
      description: 'What it is, in a few sentences.',
      examples: ['A map of what sings where, street by street.'],
    }),
    skills: z.string().meta({ description: 'Comma-separated.', examples: ['React, Design'] }),
    tier: tierAsRead,
    status: anyProjectStatus,
    createdAt: time.nullable().meta({ description: NOT_SAID }),
    updatedAt: time.nullable().meta({ description: 'When it was last changed; null from a host that does not say.' }),
    archivedAt: time.nullable().meta({ description: 'When it was archived, else null.' }),
    deletedAt: time.nullable().meta({ description: 'Null: deleted projects are in no answer.' }),
    organizationID: id.nullable().meta({ description: 'The organization behind it, if any.' }),
    organizationName: z
      .string()
      .nullable()
      .meta({ description: "For whom the project is, in the creator's words.", examples: ['Bird Atlas'] }),
    createdBy: creator.nullable().meta({ description: 'Who made it; null from a host that does not say.' }),
    role: projectRole.nullable().meta({ description: "The viewer's role, null for a stranger." }),
    isApproved: z.boolean().meta({ description: 'True for the owner and approved members.', examples: [true] }),
    answersWithinDays: readFields.answersWithinDays,
    applicationsPaused: readFields.applicationsPaused,
    answers: answerRecord.nullable().meta({ description: 'How its creator answers; null while nothing was closed.' }),
  })
  .meta({ id: 'ProjectListItem', description: 'A project as lists show it.' })
export type ProjectListItem = z.output<typeof projectListItem>

export const marketProject = projectListItem
  .extend({ offer: offer.nullable().default(null).meta({ description: NOT_SAID }), payerRecord: payerRecordField })
  .meta({ id: 'MarketProject', description: 'A project as the market lists it.' })
export type MarketProject = z.output<typeof marketProject>

/** A project as its owner's dashboard lists it. */
export const ownedProject = projectListItem
  .extend({ standing: standing.nullable().default(null).meta({ description: NOT_SAID }) })
  .meta({ id: 'OwnedProject', description: 'A project as its owner lists it.' })
export type OwnedProject = z.output<typeof ownedProject>

/** A project as its dialog and workspace read it. Only this shape has `detailedDescription`. */
export const projectDetails = projectListItem
  .extend({
    ...readFields,
    payerRecord: payerRecordField,
    isRequested: z
      .boolean()
      .meta({ description: "Whether the viewer's application waits for an answer.", examples: [false] }),
  })
  .meta({ id: 'Project', description: 'A project as its own page reads it.' })
export type ProjectDetails = z.output<typeof projectDetails>

export const similarProject = z
  .object({
    id,
    title: z.string().meta(described.projectTitle),
    description: z.string().meta(described.projectText),
    skills: z.string().meta({ description: 'Comma-separated.', examples: ['React, Design'] }),
    tier: tierAsRead,
    createdAt: time.nullable().meta({ description: NOT_SAID }),
  })
  .meta({ id: 'SimilarProject' })
export type SimilarProject = z.output<typeof similarProject>

/** The viewer's access to a project: 0 applied, 1 member, 5 rejected, 6 invited, null for none. */
export const membershipStatus = z.union([z.literal(0), z.literal(1), z.literal(5), z.literal(6)])
export const projectAccess = z
  .object({
    hasProject: z.boolean().meta({ description: 'True where `status` is not null.', examples: [true] }),
    project: z
      .object({
        id,
        title: z.string().meta(described.projectTitle),
        description: z.string().meta(described.projectText),
      })
      .meta({ description: 'The project itself, in short.' }),
    role: projectRole.nullable().meta({ description: "The member's role, or the role that an invitation offers." }),
    status: membershipStatus
      .nullable()
      .meta({ description: '0 applied, 1 member, 5 rejected, 6 invited, null none.', examples: [1] }),
    isApproved: z.boolean().meta({ description: 'Whether the viewer is a member.', examples: [true] }),
    requestId: id.nullable().meta({ description: 'The pending request, to answer or withdraw it.' }),
    requestedAt: time
      .nullable()
      .default(null)
      .meta({ description: 'When the pending request was made; null without one.' }),
    answerBy: clockFields.answerBy,
    invitation: z
      .object({
        fromUsername: z.string().meta(described.username),
        fromName: z.string().meta(described.fullName),
        message: z
          .string()
          .nullable()
          .meta({ description: 'What they wrote with it.', examples: ['We would love to work with you.'] }),
      })
      .nullable()
      .default(null)
      .meta({ description: 'Who sent the invitation that waits for an answer; null without one.' }),
  })
  .meta({ id: 'ProjectAccess', description: "The viewer's access to a project." })
export type ProjectAccess = z.output<typeof projectAccess>

const requiredFields = {
  title: singleLine.min(1, REQUIRED_TEXT).max(PROJECT_TITLE_MAX).meta(described.projectTitle),
  description: freeText
    .min(1, REQUIRED_TEXT)
    .max(PROJECT_TEXT_MAX)
    .meta({
      description: 'What it is, in a few sentences.',
      examples: ['A map of what sings where, street by street.'],
    }),
}

/** The body that creates a project. Only title and description are required. */
export const newProject = z
  .strictObject({ ...requiredFields, ...sentFields(newProjectFieldNames) })
  .meta({ id: 'NewProject', description: 'Only title and description are required.' })

/** The fields that only an owner may change. */
const ownersFields = {
  status: z
    .int()
    .min(0)
    .max(4)
    .optional()
    .meta({
      description: '0 draft, 1 published, 2 assigned, 3 completed, 4 rejected; owners change it.',
      examples: [1],
    }),
  archived: z
    .boolean()
    .optional()
    .meta({ description: 'True archives, false restores; owners may.', examples: [false] }),
}

/**
 * The body that edits a project: fields (for owner and admin), or budget, currency, status and archive (for owners). An empty text clears
 * a field.
 */
export const projectChange = z
  .strictObject({
    ...z.object(requiredFields).partial().shape,
    ...sentFields(projectFieldNames),
    ...ownersFields,
  })
  .meta({ id: 'ProjectChange', description: 'What is sent is changed; an empty text clears a field.' })
export type ProjectChange = z.output<typeof projectChange>

/** The names of what only an owner may change; a server without rewards leaves budget and currency to admins, too. */
const ownersNames = ['status', 'archived', 'budget', 'currency', 'showToVisitors'] as const
/** Whether an edit changes a field that only an owner may change. */
export const isOwnersChange = (change: ProjectChange): boolean => ownersNames.some((name) => change[name] !== undefined)

const projectParams = z.strictObject({ id: idOf('the project') })

export const projects = noun('The marketplace, and projects from draft to the end.', {
  openProjects: endpoint({
    method: 'GET',
    path: '/users/open-projects',
    summary:
      'The marketplace: published and assigned projects, newest first; with `q` the most relevant first, typos tolerated. A list that is searched, filtered or sorted ends at 500.',
    policy: 'user',
    scope: 'read',
    query: z.strictObject({
      ...pageQuery,
      q: searchText
        .max(200)
        .optional()
        .meta({ description: 'Words to search for; without any, all are listed.', examples: ['react'] }),
      skillLevel: skillLevel.optional(),
      ...marketChoices,
      saved: z
        .stringbool()
        .optional()
        .meta({ description: 'True lists only projects that the viewer has saved.', enum: ['true', 'false'] }),
    }),
    response: pageOf(marketProject),
    resource: 'project',
    limits: ['search'],
    mayLag: true,
    failure: serverMessageOr('Failed to fetch market projects'),
  }),
  owned: endpoint({
    method: 'GET',
    path: '/users/owned-projects',
    summary: 'The projects that the viewer owns, drafts and archived ones too, newest first (at most 500).',
    policy: 'user',
    scope: 'read',
    query: viewersDay,
    response: enveloped(z.array(ownedProject)),
    resource: 'project',
    failure: serverMessageOr('Failed to fetch owner projects'),
  }),
  create: endpoint({
    method: 'POST',
    path: '/projects',
    summary: 'Creates a draft. Only approved creators may.',
    policy: 'creator',
    scope: 'manage',
    body: newProject,
    response: enveloped(projectDetails),
    status: 201,
    resource: 'project',
    limits: ['project'],
    leaves: ['project.created'],
    stale: reads.projectLists,
    failure: serverMessageOr('Failed to create project'),
  }),
  duplicate: endpoint({
    method: 'POST',
    path: '/projects/:id/duplicate',
    summary:
      "Makes a draft of the viewer's with a project's fields, questions, labels, templates and tasks, which begin anew; for owner and admin who are approved creators.",
    policy: 'project.manager',
    scope: 'manage',
    since: 'duplicate',
    heavy: 'copy',
    params: projectParams,
    body: z.strictObject({ idempotencyKey: creationKey('copy').optional() }),
    response: enveloped(projectDetails),
    status: 201,
    resource: 'project',
    limits: ['project', 'repeat'],
    leaves: ['project.created', 'project.labels', 'project.templates', 'project.stages', 'task.created'],
    stale: reads.projectLists,
    failure: serverMessageOr('Failed to duplicate project'),
  }),
  get: endpoint({
    method: 'GET',
    path: '/projects/:id',
    summary: 'One project. Drafts and archived ones are known to their members only.',
    policy: 'project.visible',
    scope: 'read',
    params: projectParams,
    response: enveloped(projectDetails),
    resource: 'projectDetails',
    about: ['projectID', 'id'],
    mayLag: true,
    failure: serverMessageOr('Failed to fetch project details'),
  }),
  similar: endpoint({
    method: 'GET',
    path: '/projects/:id/similar',
    summary: 'Up to six open projects alike in skills and tier, never the project itself.',
    policy: 'project.visible',
    scope: 'read',
    params: projectParams,
    response: enveloped(z.array(similarProject)),
    resource: 'project',
    mayLag: true,
    failure: serverMessageOr('Failed to get suggested projects'),
  }),
  userDetails: endpoint({
    method: 'GET',
    path: '/projects/:id/user-details',
    summary: "The viewer's name and role in the project.",
    policy: 'project.member',
    scope: 'read',
    params: projectParams,
    response: enveloped(
      z.object({
        userID: id,
        username: z.string().meta(described.username),
        projectID: id,
        roleInProject: projectRole,
        waitingRequests: z
          .int()
          .optional()
          .meta({ description: 'How many applications wait for an answer; for owner and admin.', examples: [2] }),
      }),
    ),
    about: ['projectID', 'id'],
    failure: serverMessageOr('Failed to fetch user details'),
  }),
  analytics,
  apply: endpoint({
    method: 'POST',
    path: '/projects/:id/apply',
    summary: "Makes the viewer's pending application, with an answer to each question that needs one.",
    policy: 'project.visible',
    scope: 'work',
    params: projectParams,
    body: letterBody,
    response: enveloped(projectAccess),
    status: 201,
    fails: { 409: ['CONFLICT', 'CAP_REACHED'] },
    leaves: ['request.applied'],
    stale: [...reads.projectLists, ...reads.requests, 'work.get', ...reads.access],
    failure: serverMessageOr('Failed to apply to project'),
  }),
  update: endpoint({
    method: 'PUT',
    path: '/projects/:id',
    summary: 'Changes fields (owner and admin), budget, currency or the status, or archives and restores (owner).',
    policy: 'project.manager',
    scope: 'manage',
    params: projectParams,
    body: projectChange,
    response: enveloped(projectDetails),
    resource: 'project',
    limits: ['publish'],
    fails: { 409: 'CONFLICT' },
    leaves: [
      'project.changed',
      'project.questions',
      'project.status',
      'project.published',
      'project.archived',
      'project.restored',
      'project.paused',
      'project.resumed',
    ],
    stale: reads.changedProject,
    failure: serverMessageOr('Failed to update project'),
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/projects/:id',
    summary: 'Deletes a project: it is gone from every list and call at once.',
    policy: 'project.owner',
    scope: 'manage',
    params: projectParams,
    response: messageOnly,
    fails: { 409: 'CONFLICT' },
    leaves: [
      'project.deleted',
      'request.expired',
      'claim.ended',
      'task.moved',
      'task.assigned',
      'submission.withdrawn',
      'offer.closed',
      'reward.released',
    ],
    stale: [
      ...reads.projectLists,
      ...reads.requests,
      ...reads.access,
      ...reads.members,
      ...reads.boards,
      'payments.list',
      'files.list',
    ],
    failure: serverMessageOr('Failed to delete project. Please try again.'),
  }),
})
