import { any, type Cases, type Cell } from '../case.ts'
import { insiders, signedIn, unknown } from '../rights.ts'
import { nobodys, withBody } from './inputs.ts'

const service = 'modules/tasks/taking.ts'
const free = ({ project: { neighbourID } }: Cell) => ({ params: { id: neighbourID } })
const key = (of: string) => ({ idempotencyKey: `a claim of ${of}` })

/** Everybody may take the task that nobody has, without a reward. */
const offer = (cell: Cell) => cell.as('owner').offers.set({ ...free(cell), body: { amountCents: 0, mode: 'claim' } })
/** The member's claim of it. */
const claimed = async (cell: Cell) => {
  await offer(cell)
  const { data } = await cell.as('member').claims.take({ ...free(cell), body: key('the member') })
  return { params: { id: data.id } }
}
const ofClaim = ({ project: { neighbourID } }: Cell) => ({ of: 'member', taskID: neighbourID }) as const
const openAgain = (cell: Cell) =>
  [
    { kind: 'task.moved', taskID: cell.project.neighbourID, data: { from: 2, to: 1 } },
    { kind: 'task.assigned', ...ofClaim(cell), data: { from: cell.people.member.id, to: null } },
  ] as const
const reason = { reason: 'I am ill until Tuesday.' }

/** Calls about claims. */
export const claimCases: Cases = {
  'claims.take': {
    input: (cell) => ({ ...free(cell), body: key(cell.actor) }),
    may: { ...insiders, draft: { member: 409, admin: 409, owner: 409 } },
    by: 'member',
    leaves: (cell) => [
      { kind: 'task.moved', ...ofClaim(cell), data: { from: 1, to: 2 } },
      { kind: 'task.assigned', ...ofClaim(cell), data: { from: null, to: cell.people.member.id } },
      { kind: 'claim.made', ...ofClaim(cell), data: { claimID: any, kind: 'claimed' } },
    ],
    once: true,
    rollsBack: service,
  },
  'claims.list': { may: signedIn },
  'claims.get': { input: nobodys, may: unknown },
  'claims.extend': { input: withBody(nobodys, reason), may: unknown },
  'claims.extend a lease': {
    by: 'member',
    input: async (cell) => ({ ...(await claimed(cell)), body: reason }),
    leaves: (cell) => [{ kind: 'claim.extended', ...ofClaim(cell), data: { claimID: any } }],
    rollsBack: 'modules/claims/service.ts',
  },
  'claims.giveBack': { input: withBody(nobodys, {}), may: unknown },
  'claims.giveBack a task': {
    by: 'member',
    input: async (cell) => ({ ...(await claimed(cell)), body: reason }),
    leaves: (cell) => [...openAgain(cell), { kind: 'claim.returned', ...ofClaim(cell), data: { claimID: any } }],
    rollsBack: service,
  },
  'claims.takeBack': { input: withBody(nobodys, reason), may: unknown },
  'claims.takeBack a task': {
    input: async (cell) => ({ ...(await claimed(cell)), body: reason }),
    leaves: (cell) => [...openAgain(cell), { kind: 'claim.takenBack', ...ofClaim(cell), data: { claimID: any } }],
  },
  'tasks.update gives a task that somebody has taken to somebody else': {
    input: async (cell) => {
      await claimed(cell)
      return { params: { id: cell.project.neighbourID }, body: { assignedToID: cell.people.colleague.id } }
    },
    leaves: (cell) => {
      const { project, people } = cell
      const ofNext = { of: 'colleague', taskID: project.neighbourID } as const
      return [
        { kind: 'task.assigned', ...ofNext, data: { from: people.member.id, to: people.colleague.id } },
        { kind: 'claim.ended', ...ofClaim(cell), data: { claimID: any } },
        { kind: 'claim.made', ...ofNext, data: { claimID: any, kind: 'assigned' } },
      ]
    },
  },
  'submissions.accept under an offer': {
    input: async (cell) => {
      await claimed(cell)
      const params = { id: cell.project.neighbourID }
      await cell.as('member').submissions.create({ params, body: { idempotencyKey: 'a hand-in under an offer' } })
      return { params: { ...params, n: '1' }, body: {} }
    },
    leaves: (cell) => [
      { kind: 'task.moved', ...ofClaim(cell), data: { from: 3, to: 4, round: 1 } },
      { kind: 'submission.accepted', ...ofClaim(cell), data: { submissionID: any, round: 1 } },
      { kind: 'claim.finished', ...ofClaim(cell), data: { claimID: any } },
    ],
  },
}
