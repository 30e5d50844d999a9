import { any, type Cases, type Cell, text } from '../case.ts'
import { administrators, signedIn, unknown } from '../rights.ts'
import { nobodys, withBody } from './inputs.ts'
import { ofTask, withHandIn } from './rewards.ts'

const service = 'modules/disputes/service.ts'
const administration = 'modules/disputes/administration.ts'
const statement = { text: `${text()} since Monday morning` }
const dispute = { ...statement, reason: 'notReviewed' as const, askCents: 30_000 }
const ruling = { amountCents: 30_000, text: `${text()} but for its legend, which is a quarter of the work` }

/** The member has opened a dispute about a hand-in. */
const withDispute = async (cell: Cell) => {
  const { taskID } = await withHandIn(cell)
  const { data } = await cell.as('member').disputes.open({ params: { id: taskID }, body: dispute })
  return { params: { id: data.id } }
}
const withStatements = async (cell: Cell) => {
  const sent = await withDispute(cell)
  await cell.as('owner').disputes.state({ ...sent, body: statement })
  return sent
}
const about = (side: 'holder' | 'managers') => ({
  ...ofTask,
  data: { disputeID: any, claimID: any, side, reason: 'notReviewed' },
})
const amountOf = (amountCents: number) => ({ amountCents, currency: 'USD' })
const ofAdministrators = { projectID: null, actorID: null } as const
const toRule = { kind: 'dispute.reminded', ...ofAdministrators, data: { disputeID: any, reminder: 'toRule' } } as const

/** Calls about disputes. */
export const disputeCases: Cases = {
  'disputes.open': { input: withBody(nobodys, dispute), may: unknown },
  'disputes.open after a hand-in': {
    by: 'member',
    input: async (cell) => ({ params: { id: (await withHandIn(cell)).taskID }, body: dispute }),
    leaves: [{ kind: 'dispute.opened', ...about('holder') }],
    rollsBack: service,
  },
  'disputes.list': { may: signedIn },
  'disputes.get': { input: nobodys, may: unknown },
  'disputes.state': { input: withBody(nobodys, statement), may: unknown },
  'disputes.state what happened': {
    input: async (cell) => ({ ...(await withDispute(cell)), body: statement }),
    leaves: [{ kind: 'dispute.stated', ...about('managers') }, toRule],
    rollsBack: service,
  },
  'disputes.withdraw': { input: withBody(nobodys, {}), may: unknown },
  'disputes.withdraw a dispute': {
    by: 'member',
    input: async (cell) => ({ ...(await withDispute(cell)), body: {} }),
    leaves: [{ kind: 'dispute.withdrawn', ...about('holder') }],
    rollsBack: service,
  },
  'disputes.queue': { may: administrators },
  'disputes.administer': { input: nobodys, may: { ...administrators, administrator: 404 } },
  'disputes.administer a dispute': {
    by: 'administrator',
    input: withDispute,
    leaves: [{ kind: 'dispute.read', ...about('holder') }],
    rollsBack: administration,
  },
  'disputes.rule': { input: withBody(nobodys, ruling), may: { ...administrators, administrator: 404 } },
  'disputes.rule a dispute': {
    by: 'administrator',
    input: async (cell) => ({ ...(await withStatements(cell)), body: ruling }),
    leaves: [
      { kind: 'dispute.ruled', ...about('holder') },
      { kind: 'task.moved', ...ofTask, data: { from: 3, to: 4, round: 1 } },
      { kind: 'submission.accepted', ...ofTask, data: { submissionID: any, round: 1 } },
      { kind: 'claim.finished', ...ofTask, data: { claimID: any } },
      { kind: 'reward.due', ...ofTask, data: { ...amountOf(30_000), claimID: any } },
      { kind: 'reward.released', taskID: any, data: amountOf(10_000) },
    ],
    rollsBack: administration,
  },
  'disputes.rule that nothing is owed': {
    by: 'administrator',
    input: async (cell) => ({ ...(await withStatements(cell)), body: { ...ruling, amountCents: 0 } }),
    leaves: [
      { kind: 'dispute.ruled', ...about('holder') },
      { kind: 'task.moved', ...ofTask, data: { from: 3, to: 4, round: 1 } },
      { kind: 'submission.accepted', ...ofTask, data: { submissionID: any, round: 1 } },
      { kind: 'claim.finished', ...ofTask, data: { claimID: any } },
      { kind: 'offer.closed', taskID: any, data: {} },
      { kind: 'reward.released', taskID: any, data: amountOf(40_000) },
    ],
  },
  'submissions.accept in a dispute': {
    input: async (cell) => {
      const { taskID } = await withHandIn(cell)
      await cell.as('member').disputes.open({ params: { id: taskID }, body: dispute })
      return { params: { id: taskID, n: '1' }, body: {} }
    },
    leaves: [
      { kind: 'task.moved', ...ofTask, data: { from: 3, to: 4, round: 1 } },
      { kind: 'submission.accepted', ...ofTask, data: { submissionID: any, round: 1 } },
      { kind: 'dispute.agreed', ...about('holder') },
      { kind: 'claim.finished', ...ofTask, data: { claimID: any } },
      { kind: 'reward.due', ...ofTask, data: { ...amountOf(40_000), claimID: any } },
    ],
  },
}
