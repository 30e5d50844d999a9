import { any, type Cases, type Cell, text } from '../case.ts'
import { insideManagers, insiders, managers, party, signedIn, unknown } from '../rights.ts'
import { nobodys, project, withBody } from './inputs.ts'

const offers = 'modules/ledger/offers.ts'
const neighbour = ({ project: { neighbourID } }: Cell) => ({ params: { id: neighbourID } })
const ofNeighbour = ({ project: { neighbourID } }: Cell) => ({ taskID: neighbourID })
/** With a budget: only then something can be promised. */
const withBudget = async ({ server, project: { id } }: Cell) => {
  await server.db.updateTable('projects').set({ budget: '$3,000' }).where('id', '=', id).execute()
}
const reward = (amountCents: number) => ({ amountCents, mode: 'claim' as const })
const withOffer = async (cell: Cell) => {
  await withBudget(cell)
  await cell.as('owner').offers.set({ ...neighbour(cell), body: reward(40_000) })
}
/** The member has a task with a reward. */
const withHeld = async (cell: Cell) => {
  await withBudget(cell)
  const params = { id: cell.project.ownTaskID }
  await cell.as('owner').offers.set({ params, body: { ...reward(40_000), mode: 'assigned' } })
}

/** The member is owed for their task. */
export const withDue = async (cell: Cell) => {
  await withHeld(cell)
  await cell.as('owner').tasks.update({ params: { id: cell.project.ownTaskID }, body: { status: 4 } })
}
/** The member was paid for their task. */
const withPaid = async (cell: Cell) => {
  await withDue(cell)
  const { id, ownTaskID } = cell.project
  const body = { taskIDs: [ownTaskID], idempotencyKey: 'all that is due' }
  const { data } = await cell.as('owner').dues.pay({ params: { id }, body })
  return { params: { id: data[0]?.id ?? '' } }
}
const paid = { of: 'member', data: { paymentID: any, amountCents: 40_000, currency: 'USD' } } as const
/** The member has handed in a task of its own with a reward; returns task and claim. */
export const withHandIn = async (cell: Cell) => {
  await withBudget(cell)
  const [owner, member] = [cell.as('owner'), cell.as('member')]
  const body = { projectID: cell.project.id, title: text(), description: text(), status: 2 }
  const { data } = await owner.tasks.create({ body: { ...body, assignedToID: cell.people.member.id } })
  const params = { id: data.id }
  await owner.offers.set({ params, body: { ...reward(40_000), mode: 'assigned' } })
  await member.submissions.create({ params, body: { aiUse: 'none', idempotencyKey: 'a hand-in under an offer' } })
  const claims = await member.claims.list({ query: {} })
  return { taskID: data.id, params: { id: claims.data[0]?.id ?? '' } }
}
const proposal = { amountCents: 30_000, text: text(), idempotencyKey: 'another amount' }
/** Owner or member has proposed an amount for that claim. */
const withProposal = async (cell: Cell, by: 'owner' | 'member', amountCents = 30_000) => {
  const { taskID, params: ofClaim } = await withHandIn(cell)
  const { data } = await cell.as(by).proposals.make({ params: ofClaim, body: { ...proposal, amountCents } })
  return { taskID, claimID: ofClaim.id, sent: { params: { id: data.id }, body: {} } }
}
export const ofTask = { of: 'member', taskID: any } as const
const proposed = (side: 'holder' | 'managers', amountCents = 30_000) => ({
  ...ofTask,
  data: { proposalID: any, claimID: any, side, amountCents, currency: 'USD' },
})
const agreed = [
  { kind: 'task.moved', ...ofTask, data: { from: 3, to: 4, round: 1 } },
  { kind: 'submission.accepted', ...ofTask, data: { submissionID: any, round: 1 } },
  { kind: 'claim.finished', ...ofTask, data: { claimID: any } },
] as const
const amountOf = (amountCents: number) => ({ amountCents, currency: 'USD' })
const proposals = 'modules/proposals/service.ts'
const answerKey = { idempotencyKey: 'an answer to a payment' }

/** Calls about offers, and what follows from them. */
export const rewardCases: Cases = {
  'ledger.list': { input: project, may: party },
  'dues.list': { input: project, may: insideManagers },
  'dues.own': { may: signedIn },
  'rewards.get': { input: ({ project: { ownTaskID } }) => ({ params: { id: ownTaskID } }), may: insiders },
  'offers.set for reputation': {
    input: (cell) => ({ ...neighbour(cell), body: reward(0) }),
    may: insideManagers,
  },
  'offers.set': {
    input: async (cell) => {
      await withBudget(cell)
      return { ...neighbour(cell), body: reward(40_000) }
    },
    leaves: (cell) => [
      { kind: 'offer.made', ...ofNeighbour(cell), data: { amountCents: 40_000, currency: 'USD' } },
      { kind: 'reward.reserved', ...ofNeighbour(cell), data: { amountCents: 40_000, currency: 'USD' } },
    ],
    once: true,
    rollsBack: offers,
  },
  'offers.set lower': {
    input: async (cell) => {
      await withOffer(cell)
      return { ...neighbour(cell), body: reward(30_000) }
    },
    leaves: (cell) => [
      {
        kind: 'offer.changed',
        ...ofNeighbour(cell),
        data: { fields: ['amountCents'], amountCents: { from: 40_000, to: 30_000 } },
      },
      { kind: 'reward.released', ...ofNeighbour(cell), data: { amountCents: 10_000, currency: 'USD' } },
    ],
  },
  'tasks.create with an offer': {
    input: async (cell) => {
      await withBudget(cell)
      const body = { projectID: cell.project.id, title: text(), description: text(), offer: reward(40_000) }
      return { body: { ...body, assignedToID: cell.people.member.id } }
    },
    leaves: [
      { kind: 'task.created', ...ofTask, data: { status: 1 } },
      { kind: 'offer.made', taskID: any, data: amountOf(40_000) },
      { kind: 'reward.reserved', taskID: any, data: amountOf(40_000) },
      { kind: 'claim.made', ...ofTask, data: { claimID: any, kind: 'assigned' } },
    ],
  },
  'tasks.bulk makes an offer': {
    input: (cell) => ({ body: { ids: [cell.project.neighbourID], change: { offer: reward(0) } } }),
    leaves: (cell) => [{ kind: 'offer.made', ...ofNeighbour(cell), data: amountOf(0) }],
  },
  'tasks.bulk sets an offer': {
    input: async (cell) => {
      await withOffer(cell)
      return { body: { ids: [cell.project.neighbourID], change: { offer: reward(50_000) } } }
    },
    leaves: (cell) => [
      {
        kind: 'offer.changed',
        ...ofNeighbour(cell),
        data: { fields: ['amountCents'], amountCents: { from: 40_000, to: 50_000 } },
      },
      { kind: 'reward.reserved', ...ofNeighbour(cell), data: amountOf(10_000) },
    ],
  },
  'offers.close': {
    input: async (cell) => {
      await withOffer(cell)
      return neighbour(cell)
    },
    leaves: (cell) => [
      { kind: 'offer.closed', ...ofNeighbour(cell), data: {} },
      { kind: 'reward.released', ...ofNeighbour(cell), data: { amountCents: 40_000, currency: 'USD' } },
    ],
    once: true,
    rollsBack: offers,
  },
  'offers.close for reputation': {
    input: async (cell) => {
      // A call that is refused finds no offer, so that nothing has changed; in a deleted project nobody can set one.
      const isManager = cell.actor === 'owner' || cell.actor === 'admin'
      const set = () => cell.as('owner').offers.set({ ...neighbour(cell), body: reward(0) })
      if (isManager) await set().catch(() => undefined)
      return neighbour(cell)
    },
    may: insideManagers,
  },
  'tasks.update finishes a claim': {
    input: async (cell) => {
      await withHeld(cell)
      return { params: { id: cell.project.ownTaskID }, body: { status: 4 } }
    },
    leaves: ({ project: { ownTaskID: taskID } }) => [
      { kind: 'task.moved', taskID, of: 'member', data: { from: 2, to: 4 } },
      { kind: 'claim.finished', taskID, of: 'member', data: { claimID: any } },
      { kind: 'reward.due', taskID, of: 'member', data: { amountCents: 40_000, currency: 'USD', claimID: any } },
    ],
  },
  'payments.create for a due': {
    input: async (cell) => {
      const { id, ownTaskID: taskID } = cell.project
      await withHeld(cell)
      await cell.as('owner').tasks.update({ params: { id: taskID }, body: { status: 4 } })
      const amount = { amountCents: 10_000, currency: 'USD', idempotencyKey: 'a part of what is due' }
      return { params: { id }, body: { ...amount, userID: cell.people.member.id, taskID } }
    },
    leaves: ({ project: { ownTaskID: taskID } }) => [
      {
        kind: 'payment.recorded',
        of: 'member',
        data: { paymentID: any, amountCents: 10_000, currency: 'USD', taskID },
      },
      { kind: 'reward.settled', taskID, of: 'member', data: { amountCents: 10_000, currency: 'USD', claimID: any } },
    ],
  },
  'dues.pay': {
    input: async (cell) => {
      await withDue(cell)
      const { id, ownTaskID } = cell.project
      return { params: { id }, body: { taskIDs: [ownTaskID], note: text(), idempotencyKey: 'all that is due' } }
    },
    leaves: ({ project: { ownTaskID: taskID } }) => [
      { kind: 'payment.recorded', ...paid, data: { ...paid.data, taskID } },
      { kind: 'reward.settled', taskID, of: 'member', data: { amountCents: 40_000, currency: 'USD', claimID: any } },
    ],
    once: true,
    rollsBack: 'modules/payments/recording.ts',
  },
  'dues.pay what is not owed': {
    input: ({ project: { id, taskID } }) => ({
      params: { id },
      body: { taskIDs: [taskID], idempotencyKey: 'what nobody is owed' },
    }),
    may: { ...managers, owner: 422, admin: 422 },
  },
  'payments.confirm': { input: withBody(nobodys, answerKey), may: unknown },
  'payments.confirm what arrived': {
    by: 'member',
    input: async (cell) => ({ ...(await withPaid(cell)), body: answerKey }),
    leaves: [{ kind: 'payment.confirmed', ...paid }],
    once: true,
    rollsBack: 'modules/payments/answers.ts',
  },
  'payments.missing': { input: withBody(nobodys, { ...answerKey, text: text() }), may: unknown },
  'payments.missing what did not arrive': {
    by: 'member',
    input: async (cell) => ({ ...(await withPaid(cell)), body: { ...answerKey, text: text() } }),
    leaves: [{ kind: 'payment.missing', ...paid }],
    once: true,
    rollsBack: 'modules/payments/answers.ts',
  },
  'proposals.list': { input: nobodys, may: unknown },
  'proposals.make': { input: withBody(nobodys, proposal), may: unknown },
  'proposals.make of another amount': {
    input: async (cell) => ({ params: (await withHandIn(cell)).params, body: proposal }),
    leaves: [{ kind: 'proposal.made', ...proposed('managers') }],
    once: true,
    rollsBack: proposals,
  },
  'proposals.make when the last one is over': {
    input: async (cell) => {
      const { claimID, sent } = await withProposal(cell, 'owner')
      const { id } = sent.params
      await cell.server.db
        .updateTable('proposals')
        .set({ ends_at: new Date(0) })
        .where('id', '=', id)
        .execute()
      return { params: { id: claimID }, body: { ...proposal, idempotencyKey: 'once more' } }
    },
    leaves: [
      { kind: 'proposal.expired', ...proposed('managers') },
      { kind: 'proposal.made', ...proposed('managers') },
    ],
  },
  'proposals.accept': { input: withBody(nobodys, {}), may: unknown },
  'proposals.accept before acceptance': {
    by: 'member',
    input: async (cell) => (await withProposal(cell, 'owner')).sent,
    leaves: [
      ...agreed,
      { kind: 'reward.due', ...ofTask, data: { ...amountOf(30_000), claimID: any } },
      { kind: 'reward.released', taskID: any, data: amountOf(10_000) },
      { kind: 'proposal.accepted', ...proposed('managers') },
    ],
    rollsBack: proposals,
  },
  'proposals.accept of nothing': {
    by: 'member',
    input: async (cell) => (await withProposal(cell, 'owner', 0)).sent,
    leaves: [
      ...agreed,
      { kind: 'offer.closed', taskID: any, data: {} },
      { kind: 'reward.released', taskID: any, data: amountOf(40_000) },
      { kind: 'proposal.accepted', ...proposed('managers', 0) },
    ],
  },
  'proposals.accept on a due': {
    by: 'owner',
    input: async (cell) => {
      const { taskID, sent } = await withProposal(cell, 'member')
      await cell.as('owner').tasks.update({ params: { id: taskID }, body: { status: 4 } })
      return sent
    },
    leaves: [
      { kind: 'reward.forgiven', ...ofTask, data: { ...amountOf(10_000), claimID: any } },
      { kind: 'proposal.accepted', ...proposed('holder') },
    ],
  },
  'proposals.refuse': { input: withBody(nobodys, {}), may: unknown },
  'proposals.refuse an amount': {
    by: 'member',
    input: async (cell) => (await withProposal(cell, 'owner')).sent,
    leaves: [{ kind: 'proposal.refused', ...proposed('managers') }],
  },
  'proposals.withdraw': { input: withBody(nobodys, {}), may: unknown },
  'proposals.withdraw an amount': {
    by: 'member',
    input: async (cell) => (await withProposal(cell, 'member')).sent,
    leaves: [{ kind: 'proposal.withdrawn', ...proposed('holder') }],
  },
}
