import { any, type Cases, type Cell, text } from '../case.ts'
import { insiders, type Outcome, party, type Rights, unknown } from '../rights.ts'
import { withBody } from './inputs.ts'
import { aFile } from './work.ts'

/** The task that the guest has. */
const guestTask = ({ project: { guestTaskID } }: Cell) => ({ params: { id: guestTaskID } })
const ofTask = ({ project: { guestTaskID } }: Cell) => ({ taskID: guestTaskID, of: 'guest' }) as const
const key = ({ actor }: Cell) => `guests and ${actor}`
const comment = ({ project: { guestCommentID } }: Cell) => ({ params: { id: guestCommentID } })
const file = ({ project: { guestTaskID, guestFileID } }: Cell) => ({ params: { id: guestTaskID, fileId: guestFileID } })
/** The guest alone. */
const holder = { ...insiders, member: 403, admin: 403, owner: 403, guest: 'ok', draft: { guest: 'ok' } } as const
const handIn = (cell: Cell) =>
  cell.as('guest').submissions.create({ ...guestTask(cell), body: { aiUse: 'none', idempotencyKey: 'the first one' } })

/** Of a claim members know, and its holder acts, also in a project that is hidden. */
const ofClaim = (guest: Outcome): Rights => {
  const held = { guest }
  return { owner: 403, admin: 403, member: 403, ...held, others: 404, draft: held, deleted: held }
}

const former = (formerGuest: Outcome) => ({ formerGuest, draft: { formerGuest }, deleted: { formerGuest } })

/** What members and its guest do with one task. */
export const guestCases: Cases = {
  'tasks.get of the guest': { input: guestTask, may: party },
  'tasks.tick of the guest': {
    by: 'guest',
    input: ({ project: { guestTaskID, guestLineID } }) => ({
      params: { id: guestTaskID, lineID: guestLineID },
      body: { isDone: true },
    }),
    may: { ...party, member: 403 },
    leaves: (cell) => [{ kind: 'task.changed', ...ofTask(cell), data: { fields: ['doneWhen'] } }],
  },
  'comments.list of the guest': { input: guestTask, may: party },
  'comments.feed of the guest': { input: guestTask, may: party },
  'comments.people': { input: guestTask, may: party },
  'comments.create of the guest': {
    by: 'guest',
    input: (cell) => ({ ...guestTask(cell), body: { body: text(), idempotencyKey: key(cell) } }),
    may: party,
    leaves: (cell) => [{ kind: 'comment.added', ...ofTask(cell), data: { commentID: any, mentionedIDs: [] } }],
  },
  'comments.update of the guest': { by: 'guest', input: withBody(comment, { body: 'In three colours?' }), may: holder },
  'comments.remove of the guest': { input: comment, may: { ...party, member: 403 } },
  'submissions.list of the guest': { input: guestTask, may: party },
  'submissions.create of the guest': {
    by: 'guest',
    input: (cell) => ({ ...guestTask(cell), body: { aiUse: 'none', idempotencyKey: key(cell) } }),
    may: holder,
  },
  'submissions.withdraw of the guest': {
    by: 'guest',
    input: async (cell) => {
      // In a deleted project there is no such task.
      if (cell.actor === 'guest') await handIn(cell).catch(() => undefined)
      return { params: { ...guestTask(cell).params, n: '1' }, body: {} }
    },
    may: { ...holder, member: 404, admin: 404, owner: 404 },
  },
  'notifications.following of the guest': { input: guestTask, may: party },
  'notifications.follow of the guest': { input: withBody(guestTask, {}), may: party },
  'notifications.unfollow of the guest': { input: guestTask, may: party },
  'claims.get of the guest': {
    input: ({ project }) => ({ params: { id: project.guestClaimID } }),
    may: { ...ofClaim('ok'), member: 404, admin: 'ok', owner: 'ok' },
  },
  'claims.extend of the guest': {
    input: ({ project }) => ({ params: { id: project.guestClaimID }, body: { reason: text() } }),
    may: ofClaim('ok'),
  },
  'claims.giveBack of the guest': {
    input: ({ project }) => ({ params: { id: project.guestClaimID }, body: {} }),
    may: ofClaim('ok'),
  },
  'claims.takeBack from the guest': {
    input: ({ project }) => ({ params: { id: project.guestClaimID }, body: { reason: text() } }),
    may: { ...ofClaim(403), owner: 'ok', admin: 'ok' },
  },
  'claims.get of the former guest': {
    input: ({ project }) => ({ params: { id: project.formerClaimID } }),
    may: { ...ofClaim(404), member: 404, admin: 'ok', owner: 'ok', ...former('ok') },
  },
  'claims.extend of the former guest': {
    input: ({ project }) => ({ params: { id: project.formerClaimID }, body: { reason: text() } }),
    may: { ...ofClaim(404), ...former(409) },
  },
  'files.listOfTask': { input: guestTask, may: party },
  'files.uploadToTask': {
    by: 'guest',
    input: (cell) => ({ ...guestTask(cell), body: aFile() }),
    may: { ...party, member: 403 },
    leaves: (cell) => [
      { kind: 'file.uploaded', data: { fileID: any } },
      { kind: 'task.changed', ...ofTask(cell), data: { fields: ['fileIDs'] } },
    ],
  },
  'files.downloadOfTask': { input: file, may: party },
  'files.removeFromTask': {
    by: 'guest',
    input: file,
    may: { ...party, member: 403 },
    leaves: [{ kind: 'file.deleted', data: { fileID: any } }],
  },
  // Everybody who may know of the project learns that somebody has it.
  'claims.take what the guest has': {
    input: (cell) => ({ ...guestTask(cell), body: { idempotencyKey: key(cell) } }),
    may: { others: 409, draft: {} },
  },
  'claims.giveBack what nobody has': {
    input: (cell) => ({ params: { id: cell.project.taskID }, body: {} }),
    may: unknown,
  },
}
