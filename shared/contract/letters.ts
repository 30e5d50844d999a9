import { z } from 'zod'
import { comment, cursor, newComment, nextCursor } from './comments.ts'
import { enveloped, freeText, id, idOf, noBody, said, time } from './common.ts'
import { described } from './described.ts'
import { endpoint, serverMessageOr } from './endpoint.ts'
import * as reads from './reads.ts'
import { answerMax, question, questionKind, QUESTIONS_MAX } from './questions.ts'

/** The most characters in the letter of an application. */
export const LETTER_MAX = 2_000

const letter = freeText
  .max(LETTER_MAX, `A letter has at most ${LETTER_MAX.toLocaleString('en-US')} characters.`)
  .meta({ description: 'What the applicant says about themselves.', examples: ['I have mapped the birds of Turin.'] })

const sentAnswer = z.strictObject({
  question: question.shape.text.meta({
    description: 'The text of the question, as the project asks it.',
    examples: ['Which cities do you know?'],
  }),
  answer: freeText
    .max(answerMax.long, `An answer has at most ${answerMax.long.toLocaleString('en-US')} characters.`)
    .meta({ description: 'Empty for none.', examples: ['Turin, and a bit of Lyon.'] }),
})
export type SentAnswer = z.output<typeof sentAnswer>

/** What an applicant sends: with the application, or later, as long as nobody has opened it. */
export const letterBody = z.strictObject({
  letter: letter.optional(),
  answers: z
    .array(sentAnswer)
    .max(QUESTIONS_MAX)
    .optional()
    .meta({ description: 'The answers, each beside the text of its question.' }),
})
export type LetterBody = z.output<typeof letterBody>

/** Of an application in a list, which never has the letter itself. */
export const letterFields = {
  hasLetter: z
    .boolean()
    .default(false)
    .meta({ description: 'Whether there is a letter or an answer to read.', examples: [true] }),
}

const givenAnswer = z.object({
  question: z.string().meta({ description: 'The question as it was asked.', examples: ['Which cities do you know?'] }),
  kind: questionKind,
  isRequired: question.shape.isRequired,
  answer: z.string().meta({ description: 'Empty where none was given.', examples: ['Turin, and a bit of Lyon.'] }),
})
export type GivenAnswer = z.output<typeof givenAnswer>

/** The task that an application is to; hosts without such applications send none. */
export const requestTask = z.object({
  id: idOf('the task'),
  taskId: z.string().meta({ description: "The project's number of the task.", examples: ['12'] }),
})

export const application = z
  .object({
    id,
    project: z
      .object({ id, title: z.string().meta(described.projectTitle) })
      .meta({ description: 'What the application is to.' }),
    applicant: z
      .object({ id, username: z.string().meta(described.username), name: z.string().meta(described.fullName) })
      .meta({ description: 'Who applied.' }),
    status: z
      .int()
      .min(0)
      .max(2)
      .meta({ description: '0 pending, 1 approved, 2 rejected.', examples: [0] }),
    isClosed: z.boolean().meta({
      description: 'Whether it is no longer open: answered, withdrawn, out of time, or its project deleted.',
      examples: [false],
    }),
    createdAt: time.meta({ description: 'When it was sent.' }),
    seenAt: time.nullable().meta({ description: 'When an owner or admin first opened it; null until then.' }),
    letter: z
      .string()
      .nullable()
      .meta({
        description: 'Null if there is none, and for owners and admins until one of them has opened it.',
        examples: ['I have mapped the birds of Turin.'],
      }),
    answers: z.array(givenAnswer).meta({ description: 'What was asked, and answered; as `letter`.' }),
    ...letterFields,
    kind: z
      .enum(['application', 'taskApplication'])
      .default('application')
      .meta({ description: 'To the project, or to one of its tasks.', examples: ['taskApplication'] }),
    taskID: id.nullable().default(null).meta({ description: 'The task that it is to; null for the project.' }),
    task: requestTask.nullable().default(null).meta({ description: 'The same, with its number.' }),
    answerBy: time.nullable().default(null).meta({
      description: 'The answer date; null once it is answered, and while the project takes no applications.',
    }),
    mayEdit: z.boolean().meta({ description: 'Whether the viewer may change letter and answers.', examples: [true] }),
    mayComment: z.boolean().meta({ description: 'Whether the viewer may write in its thread.', examples: [true] }),
  })
  .meta({ id: 'Application', description: 'An application, as its applicant and the owners and admins read it.' })
export type Application = z.output<typeof application>

const requestParams = z.strictObject({ id: idOf('the application') })

/** The calls about what an application says. */
export const letterCalls = {
  get: endpoint({
    method: 'GET',
    path: '/requests/:id',
    summary:
      'An application with letter and answers: for its applicant always, for owners and admins once one of them has opened it.',
    policy: 'request.party',
    scope: 'read',
    since: 'letters',
    params: requestParams,
    response: enveloped(application),
    about: ['requestID', 'id'],
    failure: serverMessageOr('Failed to load the application'),
  }),
  update: endpoint({
    method: 'PUT',
    path: '/requests/:id',
    summary: "Changes letter and answers of the viewer's application, until an owner or admin opens it.",
    policy: 'request.party',
    scope: 'work',
    since: 'letters',
    params: requestParams,
    body: letterBody,
    response: enveloped(application),
    fails: { 409: 'CONFLICT' },
    leaves: ['request.letterChanged'],
    stale: reads.requests,
    failure: serverMessageOr('Failed to save the application. Please try again.'),
  }),
  see: endpoint({
    method: 'POST',
    path: '/requests/:id/seen',
    summary:
      'Opens an application: it counts as seen from then on, and its letter stays as it is. Owners and admins may.',
    policy: 'request.party',
    scope: 'manage',
    since: 'letters',
    params: requestParams,
    body: noBody,
    response: enveloped(application),
    leaves: ['request.seen'],
    stale: reads.requests,
    failure: serverMessageOr('Failed to load the application'),
  }),
  comments: endpoint({
    method: 'GET',
    path: '/requests/:id/comments',
    summary:
      'The newest comments on an application, oldest first, for its applicant, owners and admins; `cursor` leads to older ones.',
    policy: 'request.party',
    scope: 'read',
    since: 'letters',
    params: requestParams,
    query: z.strictObject({ cursor }),
    response: z.object({ data: z.array(comment), nextCursor, message: said }),
    about: ['requestID', 'id'],
    failure: serverMessageOr('Failed to load comments'),
  }),
  comment: endpoint({
    method: 'POST',
    path: '/requests/:id/comments',
    summary:
      'Comments on an open application; repeated with the same key by the same person the comment is there once.',
    policy: 'request.party',
    scope: 'work',
    since: 'letters',
    params: requestParams,
    body: newComment,
    response: enveloped(comment),
    status: 201,
    fails: { 409: 'CONFLICT' },
    leaves: ['comment.added'],
    stale: ['requests.comments'],
    failure: serverMessageOr('Failed to send the comment'),
  }),
}
