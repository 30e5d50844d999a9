import { unique } from '#support/factories.ts'
import { any, type CallInput, CANARY, type Cases, type Cell, type Left, text } from '../case.ts'
import { insideManagers, insiders, itsMember, managers, members, type Rights } from '../rights.ts'
import { project, task, withBody } from './inputs.ts'

const taskService = 'modules/tasks/changes.ts'
const comments = 'modules/comments/service.ts'
const payments = 'modules/payments/service.ts'
const files = 'modules/files/storing.ts'

const firstRound =
  (body: object = {}) =>
  ({ project: { handedInTaskID } }: Cell): CallInput => ({ params: { id: handedInTaskID, n: '1' }, body })
/** A move of the member's task into or out of review, and the event of its first round. */
const moved =
  (
    task: 'ownTaskID' | 'handedInTaskID',
    from: number,
    to: number,
    verb: 'submitted' | 'accepted' | 'changes' | 'withdrawn',
  ) =>
  (cell: Cell): Left[] => {
    const about = { of: 'member', taskID: cell.project[task] } as const
    return [
      { kind: 'task.moved', ...about, data: { from, to, round: 1 } },
      { kind: `submission.${verb}`, ...about, data: { submissionID: any, round: 1 } },
    ]
  }

const comment = ({ project: { commentID } }: Cell): CallInput => ({ params: { id: commentID } })
const ownComment = ({ project: { ownCommentID } }: Cell): CallInput => ({ params: { id: ownCommentID } })
const naming = (name: 'member' | 'owner') => (cell: Cell) => `${text()} @${cell.people[name].username}`
const onlyItsMember: Rights = { ...itsMember, member: 403 }

const amount = () => ({
  amountCents: 500,
  currency: 'USD',
  method: CANARY,
  note: text(),
  idempotencyKey: 'once and for all',
})
const file = ({ project: { id, fileID } }: Cell): CallInput => ({ params: { id, fileId: fileID } })
export const aFile = () => {
  const form = new FormData()
  form.append('file', new Blob([CANARY]), `${CANARY}.txt`)
  return form
}

/** Calls about work handed in, comments on tasks, payments and files. */
export const workCases: Cases = {
  'submissions.list': { input: task, may: insiders },
  "submissions.create of the member's own task": {
    by: 'member',
    input: ({ project: { ownTaskID } }) => ({
      params: { id: ownTaskID },
      body: { note: text(), links: [`https://example.org/${CANARY}`], idempotencyKey: unique('hand-in') },
    }),
    may: itsMember,
    leaves: moved('ownTaskID', 2, 3, 'submitted'),
    once: true,
    rollsBack: taskService,
  },
  "submissions.accept the member's": {
    input: firstRound(),
    may: insideManagers,
    leaves: moved('handedInTaskID', 3, 4, 'accepted'),
    rollsBack: taskService,
  },
  "submissions.changes the member's": {
    input: (cell) => firstRound({ text: text() })(cell),
    may: insideManagers,
    leaves: moved('handedInTaskID', 3, 2, 'changes'),
  },
  "submissions.withdraw the member's": {
    by: 'member',
    input: firstRound(),
    may: itsMember,
    leaves: moved('handedInTaskID', 3, 2, 'withdrawn'),
  },
  'submissions.accept of one that is withdrawn': {
    input: async (cell) => {
      const { params } = firstRound()(cell)
      await cell.as('member').submissions.withdraw({ params: { id: params?.['id'] ?? '', n: 1 }, body: {} })
      return firstRound()(cell)
    },
    fails: 409,
    leaves: [],
  },

  // [TALK-25] Only members may read the comments on a task.
  'comments.list': { input: task, may: insiders },
  'comments.feed': { input: task, may: insiders },
  'comments.create': {
    input: (cell) => withBody(task, { body: naming('member')(cell), idempotencyKey: 'once and for all' })(cell),
    may: insiders,
    leaves: ({ project: { taskID }, people: { member } }) => [
      { kind: 'comment.added', of: 'colleague', taskID, data: { commentID: any, mentionedIDs: [member.id] } },
    ],
    once: true,
    rollsBack: comments,
  },
  "comments.update a colleague's": {
    input: withBody(comment, { body: 'Somebody else said so.' }),
    may: onlyItsMember,
  },
  "comments.update the member's own": {
    by: 'member',
    input: (cell) => withBody(ownComment, { body: naming('owner')(cell) })(cell),
    may: itsMember,
    leaves: ({ project: { taskID, ownCommentID }, people: { owner } }) => [
      { kind: 'comment.edited', taskID, data: { commentID: ownCommentID, mentionedIDs: [owner.id] } },
    ],
    once: true,
    rollsBack: comments,
  },
  "comments.remove a colleague's": {
    input: comment,
    may: insideManagers,
    leaves: ({ project: { taskID, commentID } }) => [
      { kind: 'comment.deleted', of: 'colleague', taskID, data: { commentID } },
    ],
    rollsBack: comments,
  },
  "comments.remove the member's own": { input: ownComment, may: insiders },

  'payments.list': { input: project, may: { ...members, guest: 'ok', draft: { guest: 'ok' } } },
  "payments.list somebody else's": {
    input: (cell) => ({ ...project(cell), query: { userID: cell.people.colleague.id } }),
    may: { ...managers, draft: { guest: 403 } },
  },
  'payments.create': {
    input: (cell) => withBody(project, { userID: cell.people.member.id, ...amount() })(cell),
    may: managers,
    leaves: [{ kind: 'payment.recorded', of: 'member', data: { paymentID: any, amountCents: 500, currency: 'USD' } }],
    once: true,
  },
  'payments.bulk': {
    input: (cell) => {
      const { method: _, ...terms } = amount()
      const { member, colleague } = cell.people
      return withBody(project, { ...terms, userIDs: [member.id, colleague.id], split: 'equal' })(cell)
    },
    may: managers,
    leaves: [
      { kind: 'payment.recorded', of: 'member' },
      { kind: 'payment.recorded', of: 'colleague' },
    ],
    rollsBack: payments,
  },
  'payments.void': {
    input: ({ project: { id, paymentID } }) => ({ params: { id, paymentId: paymentID }, body: { reason: text() } }),
    may: managers,
    leaves: [{ kind: 'payment.voided', of: 'member' }],
    rollsBack: payments,
  },

  'files.list': { input: project, may: insiders },
  'files.upload': {
    input: (cell) => withBody(project, aFile())(cell),
    may: insiders,
    leaves: [{ kind: 'file.uploaded', data: { fileID: any } }],
    rollsBack: files,
  },
  // The same call: it is announced in one transaction and stored in another.
  'files.upload as it is announced': {
    input: (cell) => withBody(project, aFile())(cell),
    rollsBack: 'modules/files/quota.ts',
  },
  'files.download': { input: file, may: insiders },
  'files.preview': { input: file, may: insiders },
  "files.remove a colleague's": {
    input: file,
    may: insideManagers,
    leaves: ({ project: { fileID } }) => [{ kind: 'file.deleted', data: { fileID } }],
    rollsBack: files,
  },
  "files.remove the member's own": {
    input: ({ project: { id, ownFileID } }) => ({ params: { id, fileId: ownFileID } }),
    may: insiders,
  },
}
