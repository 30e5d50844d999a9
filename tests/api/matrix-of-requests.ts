import type { OperationName } from '#shared/contract/index.ts'
import { type CallInput, type Cell, creates, managers, type Row } from './matrix-outcomes.ts'

const answers = (
  which: 'creatorApplicationID' | 'invitationID',
  accept: boolean,
): [byPerson: NonNullable<Row['input']>, byRequest: NonNullable<Row['input']>] => [
  ({ project: { id }, people }) => {
    const userId = people[which === 'creatorApplicationID' ? 'applicant' : 'invitee'].id
    return { params: { id, userId }, body: { accept } }
  },
  ({ project: world }) => ({ params: { projectId: world.id }, body: { requestId: world[which], accept } }),
]
const answerRows = (by: 0 | 1): Row[] => [
  { what: 'approves an application', input: answers('creatorApplicationID', true)[by], ...managers },
  {
    what: 'rejects an application, or withdraws the own one',
    input: answers('creatorApplicationID', false)[by],
    open: '401 403 200 403 403 403 200 200 403',
    hidden: '401 404 200 403 404 403 200 200 404',
  },
  ...[true, false].map((accept) => ({
    what: accept ? 'accepts an invitation' : 'declines an invitation',
    input: answers('invitationID', accept)[by],
    open: '401 403 403 200 403 403 403 403 403',
    hidden: '401 404 403 200 404 403 403 403 404',
  })),
]

const application =
  (body?: object) =>
  ({ project: { creatorApplicationID: id } }: Cell): CallInput => ({ params: { id }, ...(body && { body }) })
/** An application's two sides. They have no row `hidden`: of a deleted project an applicant still reads what they wrote. */
const sides = { open: '401 404 200 404 404 404 200 200 404' }
/** What owners and admins keep for themselves: members and the applicant do not even learn that it is there. */
const judges = {
  open: '401 404 404 404 404 404 200 200 404',
  hidden: '401 404 404 404 404 404 200 200 404',
}

/** The calls about requests between a person and a project. */
export const requestRows: Readonly<Partial<Record<OperationName, readonly Row[]>>> = {
  'memberships.answer': answerRows(0),
  'memberships.answerById': answerRows(1),
  'requests.get': [{ input: application(), ...sides }],
  'requests.update': [{ input: application({ letter: 'Hello.' }), open: '401 404 200 404 404 404 404 404 404' }],
  'requests.see': [{ input: application({}), ...judges }],
  'requests.comments': [{ input: application(), ...sides }],
  'requests.comment': [
    creates({ input: application({ body: 'Hello.', idempotencyKey: 'once and for all' }), ...sides }),
  ],
  'requests.reopen': [
    {
      what: 'of a person who was rejected',
      input: ({ project: { rejectedID } }) => ({ params: { id: rejectedID }, body: {} }),
      open: '401 404 404 404 403 403 200 200 404',
      hidden: '401 404 404 404 403 403 200 200 404',
    },
  ],
  'requests.decide': [
    {
      what: 'rejects an application among others',
      input: ({ project: { id, creatorApplicationID, invitationID } }) => ({
        params: { id },
        body: { ids: [creatorApplicationID, invitationID], accept: false, reason: 'skills' },
      }),
      ...managers,
    },
  ],
  'requests.setLabel': [{ input: application({ label: 'maybe' }), ...judges }],
  'requests.notes': [{ input: application(), ...judges }],
  'requests.saveNotes': [{ input: application({ text: 'Ask about the charts.' }), ...judges }],
  'requests.applicant': [{ input: application(), ...judges }],
  'requests.withdraw': [
    {
      input: ({ project: { invitationID } }) => ({ params: { id: invitationID }, body: {} }),
      open: '401 404 404 403 404 403 200 200 404',
      hidden: '401 404 404 403 404 403 200 200 404',
    },
  ],
  'requests.prolong': [
    // Whoever the request is about may read it; nobody else but members knows of it.
    {
      what: 'of an applicant',
      input: ({ project: { creatorApplicationID } }) => ({
        params: { id: creatorApplicationID },
        body: { reason: 'We are away.' },
      }),
      open: '401 404 403 404 404 403 200 200 404',
      hidden: '401 404 403 404 404 403 200 200 404',
    },
    {
      what: 'of an invited person',
      input: ({ project: { invitationID } }) => ({ params: { id: invitationID }, body: { reason: 'We are away.' } }),
      open: '401 404 404 403 404 403 200 200 404',
      hidden: '401 404 404 403 404 403 200 200 404',
    },
  ],
}
