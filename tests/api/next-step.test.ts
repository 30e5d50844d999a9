import { beforeEach, expect, test } from 'vitest'
import { type RewardState, rewardStates } from '#shared/contract/reward-states.ts'
import { modeOf, type NextAct, nextActsOf, nextPeople, type NextPerson } from '#shared/rules/next-step.ts'
import { decideReview, reviewerOf } from '#shared/rules/review.ts'
import { createPerson, unique } from '../support/factories.ts'
import { createRewardWorld, type RewardWorld } from '../support/rewards.ts'
import { testApp } from '../support/server.ts'

const server = testApp()
type Person = RewardWorld['ana']
type Played = Exclude<RewardState, 'disputed'>
/** The acts whose calls exist, and which the bar offers. */
const there = ['take', 'submit', 'accept', 'requestChanges', 'recordPayment', 'confirm'] as const
type PlayedAct = (typeof there)[number]

let world: RewardWorld & { stranger: Person }
beforeEach(async () => {
  world = { ...(await createRewardWorld(server)), stranger: await createPerson(server) }
  await world.setBudget('$50,000')
})

/** Ana has begun a task that promises $100; a manager and other people have not. */
const begun = async () => {
  const id = await world.held(world.ana, 10_000)
  await world.ana.api.tasks.update({ params: { id }, body: { status: 2 } })
  return id
}
const handedIn = async () => {
  const id = await begun()
  await world.handIn(id)
  return id
}
const accepted = async () => {
  const id = await handedIn()
  await world.owner.api.submissions.accept({ params: { id, n: 1 }, body: {} })
  return id
}
const recorded = async () => {
  const id = await accepted()
  await world.pay(world.ana, id, 10_000)
  return id
}
const open = async () => {
  const id = await world.addTask()
  await world.offer(id, 10_000)
  return id
}
const propose = async (id: string, amountCents: number) => {
  const params = { id: (await world.claimOf(id)).id }
  const body = { amountCents, text: 'The legend is missing.', idempotencyKey: unique('proposal-') }
  return (await world.owner.api.proposals.make({ params, body })).data.id
}
/** A new task in each state. A dispute has no calls yet. */
const arrange: Readonly<Record<Played, () => Promise<string>>> = {
  open,
  held: begun,
  inReview: handedIn,
  changes: async () => {
    const id = await handedIn()
    await world.owner.api.submissions.changes({ params: { id, n: 1 }, body: { text: 'Larger.' } })
    return id
  },
  proposed: async () => {
    const id = await handedIn()
    await propose(id, 5_000)
    return id
  },
  due: accepted,
  late: async () => {
    const id = await accepted()
    // Only this one: what is late for long stops all rewards of the owner.
    const yesterday = new Date(server.clock.now().getTime() - 24 * 60 * 60_000)
    await server.db.updateTable('claims').set({ pay_by: yesterday }).where('task_id', '=', id).execute()
    return id
  },
  recorded,
  settled: async () => {
    const id = await recorded()
    await confirm(world.ana, id)
    return id
  },
  accepted: async () => {
    const id = await accepted()
    await world.ana.api.proposals.accept({ params: { id: await propose(id, 0) }, body: {} })
    return id
  },
  closed: async () => {
    const id = await open()
    await world.owner.api.offers.close({ params: { id } })
    return id
  },
}

const rewardOf = async (who: Person, id: string) => (await who.api.rewards.get({ params: { id } })).data
/** The payment for the task that nobody has answered, as its payee knows it. */
const paymentOf = async (id: string) => (await rewardOf(world.ana, id))?.paymentID ?? world.params.id
const confirm = async (who: Person, id: string) =>
  who.api.payments.confirm({ params: { id: await paymentOf(id) }, body: { idempotencyKey: unique('answer-') } })

const calls: Readonly<Record<PlayedAct, (who: Person, id: string) => Promise<unknown>>> = {
  take: (who, id) => who.api.claims.take({ params: { id }, body: { idempotencyKey: unique('claim-') } }),
  submit: (who, id) => world.handIn(id, who),
  accept: (who, id) => who.api.submissions.accept({ params: { id, n: 1 }, body: {} }),
  requestChanges: (who, id) => who.api.submissions.changes({ params: { id, n: 1 }, body: { text: 'In two colours.' } }),
  // Managers can record what settles nothing at any time; the bar is about what is owed.
  recordPayment: async (who, id) => {
    await world.pay(world.ana, id, 10_000, { by: who, note: 'For the map.' })
    const { entries } = await world.ledger(id)
    if (entries.at(-1) !== 'settle 10000') throw new Error('Nothing was owed.')
  },
  confirm,
}

/** What the bar offers to somebody, from what the server answers them; nothing where it answers nothing. */
const actsOf = async (who: Person, person: NextPerson, id: string): Promise<readonly NextAct[]> => {
  const reward = await rewardOf(who, id).catch(() => null)
  if (!reward) return []
  const role = person === 'manager' ? 'owner' : 'member'
  const task = person === 'other' ? undefined : (await who.api.tasks.get({ params: { id } })).data
  const isAuthor = person === 'holder'
  return nextActsOf(
    {
      ...{ state: reward.state, who: person, mode: modeOf(reward), whyNotTake: reward.whyNot, isOnlyManager: false },
      status: task?.status ?? 1,
      hasOpenRound: typeof task?.openRound === 'number',
      mayAnswer: decideReview('open', reviewerOf({ isAuthor, role, isOnlyManager: false }), 'accept') === 'accepted',
      saidHow: reward.blocker?.saidHow ?? null,
      isGuest: false,
    },
    new Set<NextAct>(there),
  )
}

const played = rewardStates.filter((state): state is Played => state !== 'disputed')
/** Nobody holds an open task, or one whose offer was closed. */
const peopleOf = (state: Played) =>
  state === 'open' || state === 'closed' ? nextPeople.filter((who) => who !== 'holder') : nextPeople
test.each(played.flatMap((state) => peopleOf(state).map((who) => [state, who] as const)))(
  '[NEXT-02] a task that is %s: what the bar shows a %s is what they can do',
  { timeout: 60_000 },
  async (state, person) => {
    const who = { holder: world.ana, manager: world.owner, member: world.ben, other: world.stranger }[person]
    const id = await arrange[state]()
    expect((await rewardOf(world.owner, id))?.state).toBe(state)
    const shown = await actsOf(who, person, id)
    const done: NextAct[] = []
    for (const act of there) {
      const one = await arrange[state]()
      const isDone = await calls[act](who, one).then(
        () => true,
        () => false,
      )
      if (isDone) done.push(act)
    }
    expect(done).toEqual(shown)
  },
)
