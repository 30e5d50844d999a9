import { z } from 'zod'
import { enveloped, freeText, id, idOf, noBody, tier, time } from './common.ts'
import { described } from './described.ts'
import { endpoint, serverMessageOr } from './endpoint.ts'
import { workerRecordField } from './records.ts'
import * as reads from './reads.ts'
import { errorCodes } from './errors.ts'

/** Why an application is rejected; `shared/rules/rejection.ts` has the words. */
export const rejectionReasons = ['otherChosen', 'skills', 'time', 'projectChanged', 'other'] as const
export type RejectionReason = (typeof rejectionReasons)[number]
export const REJECTION_TEXT_MAX = 1_000

/** The most applications that one call decides. */
export const DECIDED_MAX = 50
/** For so long a rejected application can be reopened. */
export const REOPEN_HOURS = 24

/** What owners and admins put on an application for themselves. */
export const privateLabels = ['shortlist', 'maybe', 'no', 'none'] as const
export type PrivateLabel = (typeof privateLabels)[number]
export const PRIVATE_NOTES_MAX = 5_000

const reason = z
  .enum(rejectionReasons)
  .meta({ description: 'Why an application is rejected; the applicant reads it.', examples: ['skills'] })
/** What a rejection may say, beside `accept`. */
export const rejectionFields = {
  reason: reason.optional(),
  text: freeText
    .max(REJECTION_TEXT_MAX, 'A rejection has at most 1,000 characters.')
    .optional()
    .meta({
      description: 'What the applicant reads beside the reason, with `accept` false.',
      examples: ['Please apply again in spring.'],
    }),
}

const rejection = z
  .object({
    reason: reason.nullable().meta({ description: 'The reason; null if none was given.' }),
    text: z
      .string()
      .meta({ description: 'In the words of the project; may be empty.', examples: ['Please apply again in spring.'] }),
  })
  .meta({ id: 'Rejection', description: 'What the project says to the person whom it has rejected.' })
export type Rejection = z.output<typeof rejection>

const who = z.object({ id, username: z.string().meta(described.username), name: z.string().meta(described.fullName) })
/** How a request ended, as the 409 of a later answer has it, too. */
export const decision = z
  .object({
    outcome: z
      .enum(['approved', 'rejected', 'accepted', 'declined', 'withdrawn', 'expired'])
      .meta({ description: 'What became of it.', examples: ['approved'] }),
    by: who.nullable().meta({ description: 'Who did that; null for the clock.' }),
    at: time.nullable().meta({ description: 'When that was.' }),
  })
  .meta({ id: 'Decision', description: 'How a request ended.' })
export type Decision = z.output<typeof decision>

/** Of a request as both of its sides read it. */
export const rejectionOf = {
  rejection: rejection
    .nullable()
    .default(null)
    .meta({ description: 'The text sent with the rejection; null if there is none.' }),
}

const label = z.enum(privateLabels)
const brief = z
  .object({
    headline: z.string().meta({ description: 'What they do, in a line.', examples: ['Maps and data'] }),
    tier,
    skillsInCommon: z
      .array(z.string())
      .meta({ description: 'Their skills that the project asks for.', examples: [['Design']] }),
    opening: z
      .string()
      .meta({ description: 'How the letter begins, once it counts as seen; else empty.', examples: ['Hello Marta,'] }),
  })
  .meta({ id: 'ApplicantBrief', description: 'Who has applied, in a few words.' })

/** Of a request as owners and admins alone read it. */
export const decisionFields = {
  applicant: brief
    .nullable()
    .default(null)
    .meta({ description: 'Who has applied, in a few words; null for an invitation.' }),
  ...rejectionOf,
  decision: decision.nullable().default(null).meta({ description: 'How it ended; null while it is open.' }),
  reopenUntil: time.nullable().default(null).meta({
    description: 'Until when a rejected application can be reopened; null where it cannot be.',
  }),
  label: label
    .default('none')
    .meta({ description: 'The private label of owners and admins.', examples: ['shortlist'] }),
  hasNotes: z
    .boolean()
    .default(false)
    .meta({ description: 'Whether owners and admins keep notes about it.', examples: [false] }),
}

const notes = z
  .object({
    text: z.string().meta({ description: 'What they say; may be empty.', examples: ['Ask about the charts.'] }),
    version: z
      .int()
      .min(0)
      .meta({ description: 'Counts their changes.', examples: [2] }),
    by: who.nullable().meta({ description: 'Who changed them last.' }),
    at: time.nullable().meta({ description: 'When that was; null for notes that nobody has written yet.' }),
  })
  .meta({ id: 'PrivateNotes', description: 'What owners and admins note about an application, for themselves.' })
export type PrivateNotes = z.output<typeof notes>

const pastWork = z
  .object({
    projectID: id,
    title: z.string().meta(described.projectTitle),
    completed: z
      .int()
      .min(0)
      .meta({ description: 'Their completed tasks in it.', examples: [4] }),
    isMember: z.boolean().meta({ description: 'Whether they are in it now.', examples: [true] }),
  })
  .meta({
    id: 'PastWork',
    description: 'A project that the viewer may know of, and what the applicant has done in it.',
  })

const applicant = z
  .object({
    userID: id,
    username: z.string().meta(described.username),
    name: z.string().meta(described.fullName),
    headline: z.string().meta({ description: 'What they do, in a line.', examples: ['Maps and data'] }),
    tier,
    reputation: z.int().meta({ description: 'Their reputation.', examples: [1250] }),
    workerRecord: workerRecordField,
    skills: z.array(z.string()).meta({ description: 'One skill each.', examples: [['React', 'Design']] }),
    skillsInCommon: z
      .array(z.string())
      .meta({ description: 'Those that the project asks for.', examples: [['Design']] }),
    pastWork: z
      .array(pastWork)
      .meta({ description: 'Their work in projects that the viewer may know of (at most 20).' }),
  })
  .meta({ id: 'Applicant', description: 'A person who has applied, as far as the viewer may know of them.' })
export type Applicant = z.output<typeof applicant>

const outcome = z
  .object({
    id: idOf('the request'),
    isDone: z.boolean().meta({ description: 'Whether it is now decided as wanted.', examples: [true] }),
    decision: decision
      .nullable()
      .meta({ description: 'How it had ended before, where that is why it was not decided.' }),
    code: z
      .enum(errorCodes)
      .nullable()
      .meta({ description: 'Why it was not decided, as a code; null where it is.', examples: ['CONFLICT'] }),
    reason: z
      .string()
      .nullable()
      .meta({
        description: 'Why it was not decided, for a person; null where it is.',
        examples: ['Request not found'],
      }),
  })
  .meta({ id: 'DecideOutcome' })
export type DecideOutcome = z.output<typeof outcome>

const params = z.strictObject({ id: idOf('the request') })
const shared = { policy: 'request.party', since: 'decisions' } as const

/** What owners and admins do with applications beside answering one. */
export const decisionCalls = {
  reopen: endpoint({
    ...shared,
    method: 'POST',
    path: '/requests/:id/reopen',
    summary: `Makes an application pending again within ${REOPEN_HOURS} hours after it was rejected. Owners and admins may.`,
    scope: 'manage',
    params,
    body: noBody,
    response: enveloped(z.object({ answerBy: time.meta({ description: 'The answer date.' }) })),
    fails: { 409: 'CONFLICT' },
    leaves: ['request.reopened'],
    stale: [...reads.projectLists, ...reads.requests, 'work.get', ...reads.access],
    failure: serverMessageOr('Failed to reopen the application. Please try again.'),
  }),
  decide: endpoint({
    method: 'POST',
    path: '/projects/:id/requests/decide',
    summary: `Approves or rejects up to ${DECIDED_MAX} applications, each under the rules of its single call, and answers for each whether it was done.`,
    policy: 'project.manager',
    scope: 'manage',
    since: 'decisions',
    params: z.strictObject({ id: idOf('the project') }),
    body: z.strictObject({
      ids: z
        .array(idOf('a request'))
        .min(1)
        .max(DECIDED_MAX)
        .refine((ids) => new Set(ids).size === ids.length, 'Each can be named once.')
        .meta({ description: 'The applications.' }),
      accept: z.boolean().meta({ description: 'True approves, false rejects.', examples: [false] }),
      ...rejectionFields,
    }),
    response: enveloped(z.array(outcome)),
    limits: ['decide'],
    leaves: ['request.rejected', 'request.approved', 'member.joined', 'task.moved', 'task.assigned', 'claim.made'],
    stale: reads.answered,
    failure: serverMessageOr('Failed to answer the requests. Please try again.'),
  }),
  setLabel: endpoint({
    ...shared,
    method: 'PUT',
    path: '/requests/:id/label',
    summary: 'Sets the private label of an application, which the applicant never sees. For owners and admins.',
    scope: 'manage',
    params,
    body: z.strictObject({ label: label.meta({ description: '`none` takes it off.', examples: ['shortlist'] }) }),
    response: enveloped(z.object({ label: label.meta({ description: 'The label it has now.' }) })),
    leaves: [],
    stale: ['memberships.requests'],
    failure: serverMessageOr('Failed to set the label. Please try again.'),
  }),
  notes: endpoint({
    ...shared,
    method: 'GET',
    path: '/requests/:id/notes',
    summary: 'The private notes about an application, which the applicant never sees. For owners and admins.',
    scope: 'read',
    params,
    response: enveloped(notes),
    about: ['requestID', 'id'],
    failure: serverMessageOr('Failed to load the notes'),
  }),
  saveNotes: endpoint({
    ...shared,
    method: 'PUT',
    path: '/requests/:id/notes',
    summary: 'Replaces the private notes about an application. For owners and admins.',
    scope: 'manage',
    params,
    body: z.strictObject({
      text: z
        .string()
        .max(PRIVATE_NOTES_MAX, 'Notes have at most 5,000 characters.')
        .meta({ description: 'What they say now; empty takes them away.', examples: ['Ask about the charts.'] }),
      version: z
        .int()
        .min(0)
        .optional()
        .meta({
          description: 'The version on which the change is based; 409 if the notes have changed since.',
          examples: [2],
        }),
    }),
    response: enveloped(notes),
    fails: { 409: 'CONFLICT' },
    leaves: [],
    stale: ['memberships.requests', 'requests.notes'],
    failure: serverMessageOr('Failed to save the notes. Please try again.'),
  }),
  applicant: endpoint({
    ...shared,
    method: 'GET',
    path: '/requests/:id/applicant',
    summary: 'Who has applied: tier, reputation, skills in common and past work. For owners and admins.',
    scope: 'read',
    params,
    response: enveloped(applicant),
    failure: serverMessageOr('Failed to load the applicant'),
  }),
}
