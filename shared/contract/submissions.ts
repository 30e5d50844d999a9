import { z } from 'zod'
import { enveloped, freeText, id, idOf, noBody, REQUIRED_TEXT, time } from './common.ts'
import { endpoint, serverMessageOr, noun } from './endpoint.ts'
import * as reads from './reads.ts'
import { task } from './task.ts'
import { aiUses } from './task-offer.ts'

export const SUBMISSION_NOTE_MAX = 5_000
export const SUBMISSION_LINKS_MAX = 10
export const SUBMISSION_LINK_MAX = 2_000
export const SUBMISSION_FILES_MAX = 20
export const REMARKS_MAX = 20
export const REMARK_MAX = 1_000
export const CHANGES_TEXT_MAX = 5_000
/** A task has at most so many rounds, so that all of them come in one answer. */
export const ROUNDS_MAX = 100

export const submissionStates = ['open', 'accepted', 'changes', 'withdrawn'] as const

const httpsLink = z.url({ protocol: /^https$/, hostname: /./ })
// 'https:example.org' would be read as a link, too.
const isWholeHttps = (text: string): boolean => /^https:\/\/\S+$/i.test(text) && httpsLink.safeParse(text).success

/** A link that somebody types, such as into the sheet for handing in. */
export const submissionLink = z
  .string()
  .trim()
  .max(SUBMISSION_LINK_MAX, `A link has at most ${SUBMISSION_LINK_MAX} characters.`)
  .refine(isWholeHttps, 'A link is a whole address that begins with https://.')
  .meta({ description: 'A link to the work, https only.', examples: ['https://example.org/map'] })

const round = z
  .int()
  .min(1)
  .meta({ description: 'Which hand-in of the task it is, from 1.', examples: [1] })
const note = z
  .string()
  .meta({ description: 'What the author says about the work.', examples: ['Ready. The north is still a draft.'] })

export const submission = z
  .object({
    id,
    taskID: idOf('the task'),
    round,
    state: z.enum(submissionStates).meta({
      description: 'Waits for an answer (`open`), was accepted, was sent back for changes, or was withdrawn.',
      examples: ['open'],
    }),
    authorID: idOf('who handed in'),
    authorUsername: z.string().meta({ description: 'Who handed in.', examples: ['kofi'] }),
    authorName: z
      .string()
      .optional()
      .meta({ description: 'What they are called; may be empty.', examples: ['Kofi Boateng'] }),
    note,
    links: z.array(z.string()).meta({ description: 'Links to the work.', examples: [['https://example.org/map']] }),
    files: z
      .array(
        z.object({
          id,
          name: z.string().meta({ description: 'As it was called then.', examples: ['map.pdf'] }),
          size: z.int().meta({ description: 'Bytes.', examples: [48213] }),
          isThere: z.boolean().meta({ description: 'False once the file was deleted.', examples: [true] }),
        }),
      )
      .meta({ description: 'Files of the project that were handed in.' }),
    remarks: z
      .array(
        z.object({
          text: z
            .string()
            .meta({ description: "The line of 'Done when', as it was then.", examples: ['In print size'] }),
          isDone: z.boolean().meta({ description: 'Whether it was ticked then.', examples: [true] }),
          remark: z.string().meta({ description: "The author's remark, may be empty.", examples: ['A2 and A3.'] }),
        }),
      )
      .meta({ description: "The task's lines of 'Done when', as they were then." }),
    aiUse: z
      .enum(aiUses)
      .nullable()
      .default(null)
      .meta({
        description: 'Whether a generator was used, in the words of the author; null where they said nothing.',
        examples: ['none'],
      }),
    createdAt: time,
    answeredByID: id.nullable().meta({ description: 'The ID of who answered or withdrew; null while it is open.' }),
    answeredByUsername: z
      .string()
      .nullable()
      .meta({ description: 'Who answered or withdrew; null while it is open.', examples: ['lena'] }),
    answeredByName: z
      .string()
      .nullable()
      .optional()
      .meta({ description: 'What they are called; may be empty, null while it is open.', examples: ['Lena Vogt'] }),
    answeredAt: time.nullable().meta({ description: 'When it was answered or withdrawn; null while it is open.' }),
    answer: z.string().meta({ description: 'What to change; empty if nothing was said.', examples: [''] }),
  })
  .meta({ id: 'Submission' })
export type Submission = z.output<typeof submission>

/** A round and its task, as an act of the review has left them; also `newer` of its 409. */
export const reviewed = z.object({ submission, task }).meta({ id: 'Reviewed' })
export type Reviewed = z.output<typeof reviewed>

export const newSubmission = z
  .strictObject({
    note: freeText
      .max(SUBMISSION_NOTE_MAX, `A note has at most ${SUBMISSION_NOTE_MAX.toLocaleString('en')} characters.`)
      .default('')
      .meta({ description: 'What the author says about the work.', examples: ['Ready.'] }),
    links: z
      .array(submissionLink)
      .max(SUBMISSION_LINKS_MAX, `At most ${SUBMISSION_LINKS_MAX} links.`)
      .default([])
      .meta({ description: 'Links to the work, https only.' }),
    fileIDs: z
      .array(id)
      .max(SUBMISSION_FILES_MAX, `At most ${SUBMISSION_FILES_MAX} files.`)
      .default([])
      .meta({ description: 'IDs of files of the project.' }),
    remarks: z
      .array(
        z.strictObject({
          lineID: idOf("the task's line of 'Done when'"),
          remark: freeText
            .max(REMARK_MAX, `A remark has at most ${REMARK_MAX.toLocaleString('en')} characters.`)
            .meta({ description: 'What to know about this line.', examples: ['A2 and A3.'] }),
        }),
      )
      .max(REMARKS_MAX, `At most ${REMARKS_MAX} remarks.`)
      .default([])
      .meta({ description: "A remark for each line of 'Done when' that needs one." }),
    aiUse: z
      .enum(aiUses)
      .optional()
      .meta({
        description:
          'Whether a generator was used. Required unless the rule of the task’s offer is `any`; with `none` only `none` is taken.',
        examples: ['none'],
      }),
    idempotencyKey: z
      .string()
      .min(8)
      .max(100)
      .meta({
        description: "The sender's own name for this hand-in: sending it again answers the same round.",
        examples: ['tide-map-first'],
      }),
  })
  .meta({ id: 'NewSubmission' })
export type NewSubmission = z.output<typeof newSubmission>

export const changesText = freeText
  .min(1, REQUIRED_TEXT)
  .max(CHANGES_TEXT_MAX, `At most ${CHANGES_TEXT_MAX.toLocaleString('en')} characters.`)
  .meta({ description: 'What is to be changed.', examples: ['The legend is missing.'] })

const taskParams = z.strictObject({ id: idOf('the task') })
const roundParams = z.strictObject({
  id: idOf('the task'),
  n: z.coerce
    .number()
    .int()
    .min(1)
    .max(ROUNDS_MAX)
    .meta({ description: 'The round, from 1.', examples: [1] }),
})

export const submissions = noun('What people hand in for review, in rounds, and the answers.', {
  list: endpoint({
    method: 'GET',
    path: '/user-tasks/:id/submissions',
    summary: "All rounds of a task's review with their answers, newest first.",
    policy: 'task.party',
    scope: 'read',
    since: 'review',
    params: taskParams,
    response: enveloped(z.array(submission)),
    about: ['taskID', 'id'],
    failure: serverMessageOr('Failed to load the review'),
  }),
  create: endpoint({
    method: 'POST',
    path: '/user-tasks/:id/submissions',
    summary: 'The assignee hands in the task: it becomes Under Review, and the round waits for an answer.',
    policy: 'task.party',
    scope: 'work',
    since: 'review',
    params: taskParams,
    body: newSubmission,
    response: enveloped(reviewed),
    status: 201,
    handlesOwn403: true,
    fails: { 409: 'CONFLICT' },
    limits: ['submit'],
    leaves: ['task.moved', 'submission.submitted'],
    stale: reads.tasks,
    failure: serverMessageOr('Failed to submit for review'),
  }),
  accept: endpoint({
    method: 'POST',
    path: '/user-tasks/:id/submissions/:n/accept',
    summary: 'Accepts a round: the task is Completed. Nobody accepts their own unless they are the only manager.',
    policy: 'project.manager',
    scope: 'manage',
    since: 'review',
    params: roundParams,
    body: noBody,
    response: enveloped(reviewed),
    handlesOwn403: true,
    fails: { 409: 'CONFLICT' },
    leaves: [
      'task.moved',
      'submission.accepted',
      'claim.finished',
      'dispute.agreed',
      'reward.due',
      'offer.closed',
      'reward.released',
    ],
    stale: reads.tasks,
    failure: serverMessageOr('Failed to accept'),
  }),
  changes: endpoint({
    method: 'POST',
    path: '/user-tasks/:id/submissions/:n/changes',
    summary:
      'Asks for changes: the task is In Progress again. Nobody answers their own unless they are the only manager.',
    policy: 'project.manager',
    scope: 'manage',
    since: 'review',
    params: roundParams,
    body: z.strictObject({ text: changesText }),
    response: enveloped(reviewed),
    handlesOwn403: true,
    fails: { 409: 'CONFLICT' },
    leaves: ['task.moved', 'submission.changes'],
    stale: reads.tasks,
    failure: serverMessageOr('Failed to request changes'),
  }),
  withdraw: endpoint({
    method: 'POST',
    path: '/user-tasks/:id/submissions/:n/withdraw',
    summary: 'The author takes an unanswered round back: the task is In Progress again.',
    policy: 'task.party',
    scope: 'work',
    since: 'review',
    params: roundParams,
    body: noBody,
    response: enveloped(reviewed),
    handlesOwn403: true,
    fails: { 409: 'CONFLICT' },
    leaves: ['task.moved', 'submission.withdrawn'],
    stale: reads.tasks,
    failure: serverMessageOr('Failed to withdraw'),
  }),
})
