import { any, type Cases, type Cell } from '../case.ts'
import { insideManagers, insiders, signedIn } from '../rights.ts'
import { project } from './inputs.ts'

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

/** Calls about offers. */
export const rewardCases: Cases = {
  'ledger.list': { input: project, may: insiders },
  'dues.list': { input: project, may: insideManagers },
  'dues.own': { may: signedIn },
  'rewards.get': { input: neighbour, may: insiders },
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
        data: { paymentID: any, amountCents: 10_000, currency: 'USD' },
      },
      { kind: 'reward.settled', taskID, of: 'member', data: { amountCents: 10_000, currency: 'USD', claimID: any } },
    ],
  },
}
