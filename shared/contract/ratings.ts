import { z } from 'zod'
import { enveloped, freeText, id, idOf, pageOf, pageQuery, REQUIRED_TEXT, time } from './common.ts'
import { described } from './described.ts'
import { endpoint, noun, serverMessageOr } from './endpoint.ts'

export const RATING_TEXT_MAX = 500
export const RATING_ANSWER_MAX = 300
/** For how many days a review can be given. */
export const RATING_DAYS = 14
/** From how many pairs of worker and creator on there are averages. */
export const RATING_PAIRS = 3
export const OWN_RATINGS_MAX = 200

export const ratingSides = ['worker', 'payer'] as const
export type RatingSide = (typeof ratingSides)[number]
const side = z
  .enum(ratingSides)
  .meta({ description: 'Who gives it: who worked, or owner and admin for the project.', examples: ['worker'] })
const again = z.enum(['yes', 'no']).meta({ description: 'Whether they would work together again.', examples: ['yes'] })
const mark = (description: string) =>
  z
    .int()
    .min(1)
    .max(5)
    .meta({ description: `${description} 1 to 5.`, examples: [5] })
const clear = mark('How clear the other side was.')
const onTime = mark('How well the other side kept its days.')
const quality = mark('The quality of the work; of workers.')
const fair = mark('How fair they were; of payers.')
const text = freeText
  .max(RATING_TEXT_MAX, `This has at most ${RATING_TEXT_MAX} characters.`)
  .meta({ description: 'In words; empty for none.', examples: ['The map is the best that we have.'] })

const sent = {
  again,
  clear,
  quality: quality.optional(),
  fair: fair.optional(),
  onTime,
  text: text.optional(),
}
const person = z.object({ username: z.string().meta(described.username), name: z.string().meta(described.fullName) })

const rating = z
  .object({
    id,
    side,
    author: person.nullable().meta({ description: 'Who wrote it; null for a former member.' }),
    again,
    clear,
    quality: quality.nullable().meta({ description: 'Null where a payer is rated.' }),
    fair: fair.nullable().meta({ description: 'Null where a worker is rated.' }),
    onTime,
    text,
    givenAt: time.meta({ description: 'When it was given.' }),
    answer: z
      .string()
      .nullable()
      .meta({ description: 'What the rated side says to it; null for nothing.', examples: ['Thank you.'] }),
    isHidden: z.boolean().meta({ description: 'Whether administrators have hidden its texts.', examples: [false] }),
    isAnswerHidden: z
      .boolean()
      .default(false)
      .meta({ description: 'Whether administrators have hidden its answer alone.', examples: [false] }),
    isOwnAnswer: z
      .boolean()
      .default(false)
      .meta({ description: 'Whether the viewer wrote its answer.', examples: [false] }),
    mayAnswer: z
      .boolean()
      .default(false)
      .meta({
        description: 'Whether the viewer, as who worked or as owner or admin, may answer it.',
        examples: [false],
      }),
    project: z
      .object({ id, title: z.string().meta(described.projectTitle) })
      .nullable()
      .meta({ description: 'Null for one that not everybody may know.' }),
  })
  .meta({ id: 'Rating', description: 'A review that both sides can read.' })
export type Rating = z.output<typeof rating>

const average = z.number().meta({ description: 'A mean, each pair counting once.', examples: [4.5] })
const averages = z
  .object({
    pairs: z.int().meta({ description: 'How many creators, or workers, gave it.', examples: [4] }),
    again: z
      .number()
      .min(0)
      .max(1)
      .meta({ description: 'The share that would work together again.', examples: [1] }),
    clear: average,
    quality: average.nullable().meta({ description: 'Of the work; null where payers are rated.', examples: [4.5] }),
    fair: average.nullable().meta({ description: 'How fair; null where workers are rated.', examples: [4.5] }),
    onTime: average,
  })
  .nullable()
  .meta({ description: `Null below ${RATING_PAIRS} pairs.` })

const ownRating = z
  .object({
    id,
    again,
    clear,
    quality: quality.nullable().meta({ description: 'Null where a payer is rated.', examples: [5] }),
    fair: fair.nullable().meta({ description: 'Null where a worker is rated.', examples: [5] }),
    onTime,
    text,
    isOwn: z.boolean().meta({ description: 'Whether the reader wrote it, and may change it.', examples: [true] }),
  })
  .meta({ id: 'OwnRating' })
const ratingDue = z
  .object({
    id: idOf('what is due'),
    side,
    project: z
      .object({ id, title: z.string().meta(described.projectTitle) })
      .meta({ description: 'Where the work was done.' }),
    worker: person
      .extend({ id })
      .nullable()
      .meta({ description: 'Who worked, for owners and admins; null for who worked themselves.' }),
    until: time.meta({ description: 'Until when it can be given; the other side reads it then at the latest.' }),
    given: ownRating.nullable().meta({ description: "The caller's own one, until both sides read it; null before." }),
    isGiven: z.boolean().meta({ description: 'Whether their side has given it.', examples: [false] }),
  })
  .meta({ id: 'RatingDue' })
export type RatingDue = z.output<typeof ratingDue>

const params = z.strictObject({ id: idOf('the review') })

export const ratings = noun('Reviews of workers and payers, which both sides read at the same moment.', {
  own: endpoint({
    method: 'GET',
    path: '/users/ratings',
    summary: 'The reviews that the caller can give now, as who worked and as owner or admin, the next to end first.',
    policy: 'user',
    scope: 'read',
    since: 'ratings',
    response: enveloped(z.array(ratingDue)),
    failure: serverMessageOr('Failed to load the reviews'),
  }),
  give: endpoint({
    method: 'POST',
    path: '/ratings',
    summary: 'Gives a review that is due. The other side reads it when it has given its own, or after 14 days.',
    policy: 'user',
    scope: 'work',
    since: 'ratings',
    body: z.strictObject({
      claimID: idOf('a claim of the pair; or the project').optional(),
      projectID: idOf('the project, where no claim is named').optional(),
      userID: idOf('who worked, for owners and admins who name the project').optional(),
      ...sent,
    }),
    response: enveloped(ownRating),
    status: 201,
    handlesOwn403: true,
    fails: { 403: 'FORBIDDEN', 404: 'NOT_FOUND', 409: 'CONFLICT' },
    leaves: ['rating.given', 'rating.revealed'],
    stale: ['ratings.own', 'ratings.ofPerson'],
    failure: serverMessageOr('Failed to give the review'),
  }),
  change: endpoint({
    method: 'PUT',
    path: '/ratings/:id',
    summary: 'Changes a review, by who wrote it, until the other side reads it.',
    policy: 'user',
    scope: 'work',
    since: 'ratings',
    params,
    body: z.strictObject(sent),
    response: enveloped(ownRating),
    fails: { 404: 'NOT_FOUND', 409: 'CONFLICT' },
    leaves: [],
    stale: ['ratings.own'],
    failure: serverMessageOr('Failed to change the review'),
  }),
  answer: endpoint({
    method: 'POST',
    path: '/ratings/:id/answer',
    summary: 'Answers a review, by the rated side, once.',
    policy: 'user',
    scope: 'work',
    since: 'ratings',
    params,
    body: z.strictObject({
      text: freeText
        .min(1, REQUIRED_TEXT)
        .max(RATING_ANSWER_MAX, `An answer has at most ${RATING_ANSWER_MAX} characters.`)
        .meta({ description: 'The answer; everybody reads it.', examples: ['Thank you.'] }),
    }),
    response: enveloped(rating),
    handlesOwn403: true,
    fails: { 403: 'FORBIDDEN', 404: 'NOT_FOUND', 409: 'CONFLICT' },
    leaves: ['rating.answered'],
    stale: ['ratings.ofPerson'],
    failure: serverMessageOr('Failed to answer the review'),
  }),
  ofPerson: endpoint({
    method: 'GET',
    path: '/users/profile/:username/ratings',
    summary: 'The reviews of a person that both sides can read, newest first, and their averages.',
    policy: 'optional',
    scope: 'read',
    since: 'ratings',
    params: z.strictObject({ username: z.string().trim().min(1).max(100).meta(described.username) }),
    query: z.strictObject(pageQuery),
    response: pageOf(rating).extend({
      averages: z
        .object({ worker: averages, payer: averages })
        .meta({ description: 'What is said of them as who worked, and as who pays.' }),
    }),
    fails: { 404: 'NOT_FOUND' },
    mayLag: true,
    failure: serverMessageOr('Failed to load the reviews'),
  }),
})
