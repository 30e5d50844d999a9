import type { OperationName } from '#shared/contract/index.ts'
import {
  type CallInput,
  type Cell,
  creates,
  insideManagers,
  insiders,
  task,
  type Row,
  withBody,
} from './matrix-outcomes.ts'

const firstRound =
  (body: object = {}) =>
  ({ project: { handedInTaskID } }: Cell): CallInput => ({ params: { id: handedInTaskID, n: '1' }, body })
const comment = ({ project: { commentID } }: Cell): CallInput => ({ params: { id: commentID } })
const ownComment = ({ project: { ownCommentID } }: Cell): CallInput => ({ params: { id: ownCommentID } })

/** The calls about work handed in and about comments on tasks. */
export const reviewRows: Readonly<Partial<Record<OperationName, readonly Row[]>>> = {
  'submissions.list': [{ input: task, ...insiders }],
  'submissions.create': [
    creates({
      what: "the member's own task",
      input: ({ project: { ownTaskID } }) => ({
        params: { id: ownTaskID },
        body: { idempotencyKey: 'once and for all' },
      }),
      open: '401 404 404 404 404 200 403 403 404',
      hidden: '401 404 404 404 404 200 403 403 404',
    }),
  ],
  'submissions.accept': [{ what: "the member's", input: firstRound(), ...insideManagers }],
  'submissions.changes': [{ what: "the member's", input: firstRound({ text: 'No legend.' }), ...insideManagers }],
  'submissions.withdraw': [
    {
      what: "the member's",
      input: firstRound(),
      open: '401 404 404 404 404 200 403 403 404',
      hidden: '401 404 404 404 404 200 403 403 404',
    },
  ],

  // [TALK-25] Only members may know what is said about a task.
  'comments.list': [{ input: task, ...insiders }],
  'comments.feed': [{ input: task, ...insiders }],
  'comments.create': [
    creates({ input: withBody(task, { body: 'Looks good.', idempotencyKey: 'once and for all' }), ...insiders }),
  ],
  'comments.update': [
    {
      what: "a colleague's",
      input: withBody(comment, { body: 'Somebody else said so.' }),
      open: '401 404 404 404 404 403 403 403 404',
      hidden: '401 404 404 404 404 403 403 403 404',
    },
    {
      what: "the member's own",
      input: withBody(ownComment, { body: 'In blue and green.' }),
      open: '401 404 404 404 404 200 403 403 404',
      hidden: '401 404 404 404 404 200 403 403 404',
    },
  ],
  'comments.remove': [
    { what: "a colleague's", input: comment, ...insideManagers },
    { what: "the member's own", input: ownComment, ...insiders },
  ],
}
