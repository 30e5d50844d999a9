import { beforeEach, expect, test } from 'vitest'
import { failureOf } from '#support/expect-failure.ts'
import { createPerson, unique } from '#support/factories.ts'
import { createRewardWorld, type RewardWorld } from '#support/rewards.ts'
import { testApp } from '#support/server.ts'
import { HIDDEN, runRatingClock } from '../ratings/service.ts'

const server = testApp()
type Person = RewardWorld['ana']
type Part = 'whole' | 'answer'
let world: RewardWorld
let grace: Person
/** The owner's review of Ana, which she has answered. */
let ratingID: string
beforeEach(async () => {
  await server.db.deleteFrom('reports').execute()
  world = await createRewardWorld(server)
  grace = await createPerson(server, { isAdministrator: true })
  const { owner, ana } = world
  const task = await world.owed(ana, 1_000)
  const payment = await world.pay(ana, task, 1_000)
  const key = { idempotencyKey: unique('part-key-') }
  await ana.api.payments.confirm({ params: { id: payment.id }, body: key })
  await runRatingClock(server)
  const marks = { claimID: (await world.claimOf(task)).id, again: 'yes', clear: 5, onTime: 4 } as const
  ratingID = (await owner.api.ratings.give({ body: { ...marks, quality: 3, text: 'Too slow.' } })).data.id
  await ana.api.ratings.give({ body: { ...marks, fair: 2 } })
})

const answer = () => world.ana.api.ratings.answer({ params: { id: ratingID }, body: { text: 'You lie.' } })
const report = async (by: Person, part?: Part) =>
  (await by.api.reports.create({ body: { kind: 'rating', id: ratingID, ...(part && { part }), reason: 'abuse' } })).data
const decide = (id: string, decision: 'hide' | 'dismiss') =>
  grace.api.reports.decide({ params: { id }, body: { decision, text: 'Looked at.' } })
const readBy = async (by?: Person) => {
  const { api } = by ?? { api: server.client() }
  const query = { params: { username: world.ana.username }, query: {} }
  const one = (await api.ratings.ofPerson(query)).data.find(({ id }) => id === ratingID)
  return [one?.text, one?.answer, one?.isHidden, one?.isAnswerHidden]
}
const statusOf = async (call: Promise<unknown>) => (await failureOf(call)).status

test('[REPORT-01] [REPORT-06] [RATE-12] the author of a review reports its answer, and hiding that leaves the review', async () => {
  const { owner, ana, ben } = world
  expect(await statusOf(report(owner, 'answer'))).toBe(404)
  await answer()
  expect(await statusOf(report(owner))).toBe(422)
  expect(await statusOf(report(ana, 'answer'))).toBe(422)
  const ofProject = { kind: 'project', id: world.params.id, part: 'answer', reason: 'spam' } as const
  expect(await statusOf(ben.api.reports.create({ body: ofProject }))).toBe(422)
  const { id, part } = await report(owner, 'answer')
  expect(part).toBe('answer')
  const [row] = (await grace.api.reports.queue({ query: {} })).data
  expect(row).toMatchObject({ id, part: 'answer', reported: { id: ana.id }, thing: { text: 'You lie.' } })
  expect((await decide(id, 'hide')).data.thing?.isHidden).toBe(true)
  for (const reader of [undefined, owner, ben]) expect(await readBy(reader)).toEqual(['Too slow.', HIDDEN, false, true])
  for (const reader of [ana, grace]) expect(await readBy(reader)).toEqual(['Too slow.', 'You lie.', false, true])
  expect(await statusOf(report(ben, 'answer'))).toBe(404)
})

test('[REPORT-06] [REPORT-10] [REPORT-11] a review and its answer are decided, appealed and shown again apart', async () => {
  const { owner, ana, ben } = world
  await answer()
  const [ofReview, ofAnswer] = [await report(ben), await report(ben, 'answer')]
  expect(await statusOf(report(ben, 'answer'))).toBe(409)
  const rows = (await grace.api.reports.queue({ query: {} })).data
  expect(rows.map(({ part, others }) => [part, others.length])).toEqual([
    ['whole', 0],
    ['answer', 0],
  ])
  await decide(ofReview.id, 'hide')
  expect(await readBy(owner)).toEqual(['Too slow.', 'You lie.', true, false])
  expect((await grace.api.reports.queue({ query: {} })).data.map(({ id }) => id)).toEqual([ofAnswer.id])
  await decide(ofAnswer.id, 'hide')
  expect(await readBy(owner)).toEqual(['Too slow.', HIDDEN, true, true])
  expect(await readBy(ben)).toEqual([HIDDEN, HIDDEN, true, true])
  const told = async (by: Person) => (await by.api.reports.mine({})).data.map(({ part, about }) => [part, about])
  expect(await told(ana)).toEqual([['answer', 'You lie.']])
  // The answer is hidden from who wrote the review, too.
  expect(await told(owner)).toEqual([['whole', 'Too slow.']])
  const appeal = (by: Person, id: string) => by.api.reports.appeal({ params: { id }, body: { text: 'It is true.' } })
  expect(await statusOf(appeal(owner, ofAnswer.id))).toBe(404)
  await appeal(ana, ofAnswer.id)
  await appeal(owner, ofReview.id)
  await decide(ofAnswer.id, 'dismiss')
  expect(await readBy(ben)).toEqual([HIDDEN, HIDDEN, true, false])
  await decide(ofReview.id, 'dismiss')
  expect(await readBy(ben)).toEqual(['Too slow.', 'You lie.', false, false])
})
