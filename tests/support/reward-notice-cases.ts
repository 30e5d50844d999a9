import { sql } from 'kysely'
import { runDisputeClock } from '#server/modules/disputes/service.ts'
import { giveUpDues, runDueClock } from '#server/modules/ledger/service.ts'
import { runProposalClock } from '#server/modules/proposals/service.ts'
import { runRatingClock } from '#server/modules/ratings/service.ts'
import type { Case, World } from './notice-cases.ts'
import { giveDetails } from './rewards.ts'

/** A task with a reward that the member has; returns its ID. */
const held = async ({ server, owner, member, project, begun }: World): Promise<string> => {
  await server.db.updateTable('projects').set({ budget: '$3,000' }).where('id', '=', project.id).execute()
  const id = await begun(member.id)
  await owner.api.offers.set({ params: { id }, body: { amountCents: 10_000, mode: 'assigned' } })
  return id
}

/** The member has handed in a task with a reward; returns the ID of the claim. */
const handedIn = async (world: World): Promise<string> => {
  await world.handIn(world.member, await held(world))
  return (await world.member.api.claims.list({ query: {} })).data[0]?.id ?? ''
}
type Side = 'owner' | 'member'
const propose = async (world: World, by: Side, id: string): Promise<string> => {
  const body = { amountCents: 5_000, text: 'The half.', idempotencyKey: `proposal ${id}` }
  return (await world[by].api.proposals.make({ params: { id }, body })).data.id
}
/** A proposal of that side; returns its ID. */
const proposed = (by: Side) => async (world: World) => propose(world, by, await handedIn(world))
const managers = { owner: 'money', admin: 'money' } as const

const STATEMENT = 'Nobody has answered my hand-in since Monday.'
const openDispute = async (
  world: World,
  by: Side,
  claimID: string,
  reason: 'notReviewed' | 'notPaid' = 'notReviewed',
) => {
  const { data } = await world[by].api.claims.get({ params: { id: claimID } })
  const body = { reason, text: STATEMENT, askCents: 10_000 }
  return (await world[by].api.disputes.open({ params: { id: data.taskID }, body })).data.id
}
const disputed = (by: Side) => async (world: World) => openDispute(world, by, await handedIn(world))
/** A dispute that both sides have stated; returns its ID. */
const toRule = async (world: World): Promise<string> => {
  const id = await disputed('member')(world)
  await world.owner.api.disputes.state({ params: { id }, body: { text: STATEMENT } })
  return id
}
const reviewers = { owner: 'review', admin: 'review' } as const

/** A review of the member and the project is due. */
const causeReview = async ({ server, project, member }: World) => {
  await server.db.insertInto('rating_causes').values({ project_id: project.id, worker_id: member.id }).execute()
}
const bothSides = { owner: 'requests', admin: 'requests', member: 'requests' } as const
const marks = { again: 'yes', clear: 5, onTime: 5 } as const

/** What rewards tell of. */
export const rewardNoticeCases: Record<string, Case> = {
  '[OFFER-20] offer.changed': {
    prepare: held,
    act: ({ owner }, id) => owner.api.offers.set({ params: { id }, body: { amountCents: 20_000, mode: 'assigned' } }),
    told: { member: 'direct' },
  },
  '[SETTLE-48] [INBOX-12] reward.due, beside submission.accepted': {
    prepare: async (world) => {
      const id = await held(world)
      await world.handIn(world.member, id)
      return id
    },
    act: ({ owner }, id) => owner.api.submissions.accept({ params: { id, n: 1 }, body: {} }),
    told: { member: ['money', 'review'] },
  },
  '[SETTLE-43] reward.reminded': {
    prepare: async (world) => {
      const id = await held(world)
      await giveDetails(world.server, world.member.id)
      await world.owner.api.tasks.update({ params: { id }, body: { status: 4 } })
      return id
    },
    act: async ({ server }, id) => {
      const by = new Date(server.clock.now().getTime() + 2 * 60 * 60_000)
      await sql`update claims set pay_by = ${by} where task_id = ${id}`.execute(server.db)
      await runDueClock(server)
    },
    told: managers,
  },
  '[RATE-01] rating.due': {
    prepare: causeReview,
    act: ({ server }) => runRatingClock(server),
    told: bothSides,
  },
  '[RATE-07] rating.revealed': {
    prepare: async (world) => {
      await causeReview(world)
      await runRatingClock(world.server)
      const body = { projectID: world.project.id, userID: world.member.id, ...marks, quality: 5 }
      await world.owner.api.ratings.give({ body })
    },
    act: ({ member, project }) => member.api.ratings.give({ body: { projectID: project.id, ...marks, fair: 5 } }),
    told: { owner: 'requests', admin: 'requests' },
  },
  '[LEDGER-32] reward.forgiven with the account': {
    prepare: async (world) => {
      const id = await held(world)
      await world.owner.api.tasks.update({ params: { id }, body: { status: 4 } })
      return id
    },
    act: ({ server, member }) => giveUpDues(server, member.id),
    told: managers,
  },
  '[SETTLE-43] payment.missing': {
    prepare: async ({ pay, owner, member }) => (await pay(owner, member.id)).data.id,
    act: ({ member }, id) =>
      member.api.payments.missing({ params: { id }, body: { text: 'Nothing.', idempotencyKey: `missing ${id}` } }),
    told: { owner: 'money', admin: 'money' },
  },
  '[SETTLE-43] proposal.made by the holder': {
    prepare: handedIn,
    act: (world, id) => propose(world, 'member', id),
    told: managers,
  },
  '[SETTLE-43] proposal.made by the managers': {
    prepare: handedIn,
    act: (world, id) => propose(world, 'owner', id),
    told: { member: 'money' },
  },
  '[SETTLE-43] proposal.accepted': {
    prepare: async (world) => {
      const id = await proposed('owner')(world)
      const [claim] = (await world.member.api.claims.list({ query: {} })).data
      await world.owner.api.tasks.update({ params: { id: claim?.taskID ?? '' }, body: { status: 4 } })
      return id
    },
    act: ({ member }, id) => member.api.proposals.accept({ params: { id }, body: {} }),
    told: managers,
  },
  '[SETTLE-43] proposal.refused': {
    prepare: proposed('owner'),
    act: ({ member }, id) => member.api.proposals.refuse({ params: { id }, body: {} }),
    told: managers,
  },
  '[SETTLE-43] proposal.withdrawn': {
    prepare: proposed('member'),
    act: ({ member }, id) => member.api.proposals.withdraw({ params: { id }, body: {} }),
    told: managers,
  },
  '[DISPUTE-19] dispute.opened by the holder': {
    prepare: handedIn,
    act: (world, id) => openDispute(world, 'member', id),
    told: reviewers,
  },
  '[DISPUTE-19] dispute.opened by the managers about a payment': {
    prepare: handedIn,
    act: (world, id) => openDispute(world, 'owner', id, 'notPaid'),
    told: { member: 'money' },
  },
  '[DISPUTE-19] dispute.stated by the other side and dispute.reminded of what is to be ruled': {
    prepare: disputed('member'),
    act: ({ owner }, id) => owner.api.disputes.state({ params: { id }, body: { text: STATEMENT } }),
    told: { member: 'review', administrator: 'requests' },
  },
  '[DISPUTE-19] dispute.ruled': {
    prepare: async (world) => {
      const { server, owner } = world
      const taskID = await held(world)
      await giveDetails(server, world.member.id)
      await owner.api.tasks.update({ params: { id: taskID }, body: { status: 4 } })
      await sql`update claims set pay_by = now() - interval '1 day' where task_id = ${taskID}`.execute(server.db)
      const [claim] = (await world.member.api.claims.list({ query: {} })).data
      const id = await openDispute(world, 'member', claim?.id ?? '', 'notPaid')
      await owner.api.disputes.state({ params: { id }, body: { text: STATEMENT } })
      return id
    },
    act: ({ administrator }, id) =>
      administrator.api.disputes.rule({ params: { id }, body: { amountCents: 5_000, text: STATEMENT.repeat(2) } }),
    told: { ...managers, member: 'money' },
  },
  '[DISPUTE-19] dispute.ruled of a hand-in, task.moved to all other followers': {
    prepare: async (world) => {
      const id = await toRule(world)
      const { rows } = await sql<{ id: string }>`select task_id as id from claims where user_id = ${world.member.id}`.execute(world.server.db) // prettier-ignore
      for (const one of [world.admin, world.other])
        await one.api.notifications.follow({ params: { id: rows[0]?.id ?? '' }, body: {} })
      return id
    },
    act: ({ administrator }, id) =>
      administrator.api.disputes.rule({ params: { id }, body: { amountCents: 0, text: STATEMENT.repeat(2) } }),
    told: { ...reviewers, member: 'review', other: 'following' },
  },
  '[DISPUTE-19] dispute.withdrawn': {
    prepare: disputed('member'),
    act: ({ member }, id) => member.api.disputes.withdraw({ params: { id }, body: {} }),
    told: reviewers,
  },
  '[DISPUTE-06] dispute.reminded': {
    prepare: toRule,
    act: async ({ server }, id) => {
      await sql`update disputes set rule_by = now() where id = ${id}`.execute(server.db)
      await runDisputeClock(server)
    },
    told: { administrator: 'requests' },
  },
  '[SETTLE-25] proposal.expired': {
    prepare: proposed('member'),
    act: async ({ server }, id) => {
      await server.db
        .updateTable('proposals')
        .set({ ends_at: new Date(0) })
        .where('id', '=', id)
        .execute()
      await runProposalClock(server)
    },
    told: { ...managers, member: 'money' },
  },
}
