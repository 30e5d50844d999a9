import { any, type Cases, type Cell, text } from '../case.ts'
import { insideManagers, insiders, judges, managers, members, signedIn, unknown } from '../rights.ts'
import { nobodys, project, withBody } from './inputs.ts'

const service = 'modules/tasks/taking.ts'
const free = ({ project: { neighbourID } }: Cell) => ({ params: { id: neighbourID } })
const key = (of: string) => ({ idempotencyKey: `a claim of ${of}` })

/** Everybody may take the task that nobody has, without a reward. */
const offer = (cell: Cell, mode: 'claim' | 'apply' = 'claim') =>
  cell.as('owner').offers.set({ ...free(cell), body: { amountCents: 0, mode } })
const ofFree = ({ project: { neighbourID } }: Cell) => ({ of: 'stranger', taskID: neighbourID }) as const
/** The answer to the first of these people, who have all applied for the task. */
const applied = async (cell: Cell, people: ReadonlyArray<'stranger' | 'applicant'>) => {
  await offer(cell, 'apply')
  const ids: string[] = []
  for (const who of people) ids.push((await cell.as(who).claims.apply({ ...free(cell), body: key(who) })).data.id)
  return { params: { projectId: cell.project.id }, body: { requestId: ids[0] ?? '', accept: true } }
}
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

const known =
  (who: 'outsider' | 'member' | null) =>
  ({ project: { id }, people }: Cell) => ({ params: { id, userID: who ? people[who].id : nobodys().params.id } })
const ofKnown = ({ people }: Cell) => ({ data: { userID: people.outsider.id } })

/** Calls about claims, and who may take tasks. */
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
  'claims.apply': {
    input: (cell) => ({ ...free(cell), body: key(cell.actor) }),
    may: { member: 409, admin: 409, owner: 409, others: 404, draft: {} },
  },
  'claims.apply to a task': {
    by: 'stranger',
    input: async (cell) => {
      await offer(cell, 'apply')
      return { ...free(cell), body: { ...key(cell.actor), letter: text() } }
    },
    leaves: [{ kind: 'request.applied', of: 'stranger', requestID: any, data: {} }],
    once: true,
    rollsBack: 'modules/memberships/task-applications.ts',
  },
  'memberships.answerById gives a task to an applicant': {
    input: (cell) => applied(cell, ['stranger', 'applicant']),
    leaves: (cell) => [
      { kind: 'task.moved', ...ofFree(cell), data: { from: 1, to: 2 } },
      { kind: 'task.assigned', ...ofFree(cell), data: { from: null, to: cell.people.stranger.id } },
      { kind: 'claim.made', ...ofFree(cell), data: { claimID: any, kind: 'applied' } },
      { kind: 'request.approved', of: 'stranger', data: {} },
      { kind: 'request.rejected', of: 'applicant', data: {} },
    ],
    rollsBack: 'modules/memberships/task-applications.ts',
  },
  'offers.set to be taken at once, with an applicant': {
    input: async (cell) => {
      await applied(cell, ['stranger'])
      return { ...free(cell), body: { amountCents: 0, mode: 'claim' } }
    },
    leaves: (cell) => [
      { kind: 'offer.changed', taskID: cell.project.neighbourID, data: { fields: ['mode'] } },
      { kind: 'request.rejected', of: 'stranger', data: {} },
    ],
  },
  'offers.close with an applicant': {
    input: async (cell) => {
      await applied(cell, ['stranger'])
      return free(cell)
    },
    leaves: (cell) => [
      { kind: 'offer.closed', taskID: cell.project.neighbourID, data: {} },
      { kind: 'request.rejected', of: 'stranger', data: {} },
    ],
  },
  'claims.running': { input: project, may: members },
  'guests.list': { input: project, may: managers },
  'knownPeople.list': { input: project, may: insideManagers },
  'knownPeople.vouch': {
    input: withBody(known('outsider'), {}),
    leaves: (cell) => [{ kind: 'vouch.given', ...ofKnown(cell) }],
    once: true,
    rollsBack: 'modules/memberships/known-people.ts',
  },
  'knownPeople.vouch for nobody': {
    input: withBody(known(null), {}),
    may: { ...judges, owner: 404, admin: 404, member: 403 },
  },
  'knownPeople.takeVouch': { input: known('outsider'), may: insideManagers },
  'knownPeople.takeVouch for somebody': {
    input: async (cell) => {
      await cell.as('owner').knownPeople.vouch({ ...known('outsider')(cell), body: {} })
      return known('outsider')(cell)
    },
    leaves: (cell) => [{ kind: 'vouch.taken', ...ofKnown(cell) }],
    once: true,
  },
  'knownPeople.block of a member': {
    input: withBody(known('member'), {}),
    may: { ...judges, owner: 409, admin: 409, member: 403 },
  },
  'knownPeople.block': {
    input: async (cell) => {
      await cell.as('outsider').projects.apply({ ...project(cell), body: {} })
      return { ...known('outsider')(cell), body: {} }
    },
    leaves: (cell) => [
      { kind: 'person.blocked', ...ofKnown(cell) },
      { kind: 'request.rejected', of: 'outsider', requestID: any, data: {} },
    ],
    once: true,
  },
  'knownPeople.block of who has a task': {
    input: async (cell) => {
      await offer(cell)
      await cell.as('outsider').claims.take({ ...free(cell), body: key('the outsider') })
      return { ...known('outsider')(cell), body: {} }
    },
    leaves: (cell) => {
      const { project: at, people } = cell
      const ofTask = { of: 'outsider', taskID: at.neighbourID } as const
      return [
        { kind: 'person.blocked', ...ofKnown(cell) },
        { kind: 'task.moved', taskID: at.neighbourID, data: { from: 2, to: 1 } },
        { kind: 'task.assigned', taskID: at.neighbourID, data: { from: people.outsider.id, to: null } },
        { kind: 'claim.ended', ...ofTask, data: { claimID: any } },
      ]
    },
  },
  'knownPeople.unblock': { input: known('outsider'), may: insideManagers },
  'knownPeople.unblock of somebody': {
    input: async (cell) => {
      await cell.as('owner').knownPeople.block({ ...known('outsider')(cell), body: {} })
      return known('outsider')(cell)
    },
    leaves: (cell) => [{ kind: 'person.unblocked', ...ofKnown(cell) }],
    once: true,
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
      await cell
        .as('member')
        .submissions.create({ params, body: { aiUse: 'none', idempotencyKey: 'a hand-in under an offer' } })
      return { params: { ...params, n: '1' }, body: {} }
    },
    leaves: (cell) => [
      { kind: 'task.moved', ...ofClaim(cell), data: { from: 3, to: 4, round: 1 } },
      { kind: 'submission.accepted', ...ofClaim(cell), data: { submissionID: any, round: 1 } },
      { kind: 'claim.finished', ...ofClaim(cell), data: { claimID: any } },
    ],
  },
}
