import { TINY_PICTURE } from '../support/pictures.ts'
import type { OperationName } from '#shared/contract/index.ts'
import { defaultNotificationSettings } from '#shared/contract/notifications.ts'
import { TEST_PASSWORD, unique } from '../support/factories.ts'
import {
  administrators,
  type CallInput,
  type Cell,
  creates,
  task,
  withBody,
  everybody,
  managers,
  members,
  owners,
  type Row,
  signedIn,
  insideManagers,
  insiders,
  visible,
} from './matrix-outcomes.ts'
import { accountRows } from './matrix-of-accounts.ts'
import { requestRows } from './matrix-of-requests.ts'
import { reviewRows } from './matrix-of-reviews.ts'
import { taskRows } from './matrix-of-tasks.ts'
import type { People } from './matrix-world.ts'

const project = ({ project: { id } }: Cell): CallInput => ({ params: { id } })
const file = ({ project: { id, fileID } }: Cell): CallInput => ({ params: { id, fileId: fileID } })
const aFile = () => {
  const form = new FormData()
  form.append('file', new Blob(['What sings where.']), 'birds.txt')
  return form
}
/** The input of a call about the project and one certain person. */
const person =
  (who: keyof People, body?: object) =>
  ({ project: { id }, people }: Cell): CallInput => ({ params: { id, userId: people[who].id }, ...(body && { body }) })
/** The input of a call about the project and the actor. */
const oneself =
  (body?: object) =>
  ({ project: { id }, people, actor }: Cell): CallInput => ({
    params: { id, userId: people[actor === 'anonymous' ? 'outsider' : actor].id },
    ...(body && { body }),
  })

const payment = { amountCents: 500, currency: 'USD', idempotencyKey: 'once and for all' }

/** Every call of the contract; a test fails for one that is missing here. */
export const table: Readonly<Partial<Record<OperationName, readonly Row[]>>> = {
  'auth.register': [
    {
      what: 'of an address that nobody invited',
      input: () => ({
        body: { email: `${unique('new')}@example.org`, username: unique('new'), password: TEST_PASSWORD },
      }),
      open: everybody(403),
    },
  ],
  'auth.login': [
    {
      input: ({ people }) => ({ body: { emailID: people.member.email, password: TEST_PASSWORD } }),
      open: everybody(200),
    },
  ],
  'auth.secondStep': [
    {
      what: 'of a challenge that we have not made',
      input: () => ({ body: { challenge: 'made up', code: '000000' } }),
      open: everybody(422),
    },
  ],
  'auth.verifyOtp': [
    {
      what: 'with a wrong code',
      input: () => ({ body: { email: 'who@example.org', otp: '000000' } }),
      open: everybody(422),
    },
  ],
  'auth.verifyEmailToken': [
    {
      what: 'with a wrong link',
      input: () => ({ body: { email: 'who@example.org', token: 'x' } }),
      open: everybody(422),
    },
  ],
  'auth.codeMail': [
    {
      what: 'with a receipt that we have not made',
      input: () => ({ body: { receipt: 'made up' } }),
      open: everybody(422),
    },
  ],
  'auth.registrationOfLink': [
    {
      what: 'with a wrong link',
      input: () => ({ body: { email: 'who@example.org', token: 'x' } }),
      open: everybody(422),
    },
  ],
  'auth.resendOtp': [{ input: () => ({ body: { email: `${unique('who')}@example.org` } }), open: everybody(200) }],
  'auth.forgotPassword': [{ input: () => ({ body: { email: `${unique('who')}@example.org` } }), open: everybody(200) }],
  'auth.verifyResetToken': [
    {
      what: 'with a wrong link',
      input: () => ({ body: { email: 'who@example.org', token: 'x' } }),
      open: everybody(422),
    },
  ],
  'auth.resetPassword': [
    {
      what: 'with a wrong link',
      input: () => ({ body: { email: 'who@example.org', token: 'x', password: TEST_PASSWORD } }),
      open: everybody(422),
    },
  ],
  'auth.refreshToken': [{ input: ({ refreshToken }) => ({ body: { refreshToken } }), open: everybody(200) }],
  'auth.logout': [{ input: ({ refreshToken }) => ({ body: { refreshToken } }), open: everybody(200) }],

  'waitlist.subscribe': [{ input: () => ({ body: { email: `${unique('who')}@example.org` } }), open: everybody(200) }],
  'waitlist.validateInvitation': [
    {
      what: 'with a wrong link',
      input: () => ({ body: { email: 'who@example.org', token: 'x' } }),
      open: everybody(422),
    },
  ],
  'waitlist.createInvitation': [
    creates({ input: () => ({ body: { email: `${unique('who')}@example.org` } }), open: administrators }),
  ],
  'waitlist.list': [{ open: administrators }],

  'projects.openProjects': [{ open: signedIn }],
  'projects.owned': [{ open: signedIn }],
  'projects.create': [
    creates({
      input: () => ({ body: { title: 'Another', description: 'One more.' } }),
      open: '401 403 403 403 403 403 403 200 403',
    }),
  ],
  'projects.get': [{ input: project, ...visible }],
  'savedProjects.add': [{ input: withBody(project, {}), ...visible }],
  'savedProjects.remove': [{ input: project, open: signedIn }],
  'projects.similar': [{ input: project, ...visible }],
  'projects.userDetails': [{ input: project, ...members }],
  'projects.apply': [
    creates({
      input: project,
      open: '401 200 409 409 409 409 409 409 200',
      hidden: '401 404 409 409 404 409 409 409 404',
    }),
  ],
  'projects.update': [
    { what: 'its fields', input: withBody(project, { title: 'A better name' }), ...managers },
    {
      what: 'its questions',
      input: withBody(project, { questions: [] }),
      open: '401 404 404 404 404 403 200 200 404',
      hidden: '401 404 404 404 404 403 200 200 404',
    },
    { what: 'its status', input: withBody(project, { status: 3 }), ...owners },
    { what: 'its status beside fields', input: withBody(project, { title: 'A better name', status: 3 }), ...owners },
    { what: 'archives it', input: withBody(project, { archived: true }), ...owners },
    { what: 'restores it', input: withBody(project, { archived: false }), ...owners },
  ],
  'projects.remove': [{ input: project, ...owners }],

  'memberships.access': [{ input: project, ...visible }],
  'memberships.invite': [
    creates({ what: 'somebody', input: person('outsider', { role: 'member' }), ...managers }),
    creates({ what: 'somebody as admin', input: person('outsider', { role: 'admin' }), ...managers }),
    creates({ what: 'a rejected applicant', input: person('rejected', {}), ...managers }),
    {
      what: 'a member',
      input: person('colleague', {}),
      open: '401 403 403 403 403 403 409 409 403',
      hidden: '401 404 403 403 404 403 409 409 404',
    },
  ],
  ...requestRows,
  'memberships.members': [{ input: project, ...members }],
  'memberships.requests': ['sent', 'received'].map((type) => ({
    what: type,
    input: (cell) => ({ ...project(cell), query: { type } }),
    ...managers,
  })),
  'memberships.search': [
    { input: ({ project: { id } }) => ({ params: { id, query: 'user' }, query: { global: 'true' } }), ...managers },
  ],
  'memberships.suggestions': [{ input: project, ...managers }],
  'memberships.setRole': [
    { what: 'of a member to admin', input: person('colleague', { role: 'admin' }), ...managers },
    { what: 'of an admin to member', input: person('admin', { role: 'member' }), ...managers },
    { what: 'of a member to owner', input: person('colleague', { role: 'owner' }), ...owners },
    {
      what: 'of the last owner',
      input: person('owner', { role: 'member' }),
      open: '401 403 403 403 403 403 403 409 403',
      hidden: '401 404 403 403 404 403 403 409 404',
    },
    {
      what: 'of an applicant, who is no member yet',
      input: person('applicant', { role: 'member' }),
      open: '401 403 403 403 403 403 404 404 403',
      hidden: '401 404 403 403 404 403 404 404 404',
    },
  ],
  'memberships.remove': [
    { what: 'a member', input: person('colleague'), ...managers },
    {
      what: 'an owner, the last one',
      input: person('owner'),
      open: '401 403 403 403 403 403 403 409 403',
      hidden: '401 404 403 403 404 403 403 409 404',
    },
    {
      what: 'oneself',
      input: oneself(),
      open: '401 403 403 403 403 200 200 409 403',
      hidden: '401 404 403 403 404 200 200 409 404',
    },
  ],

  'creatorApplications.checkStatus': [{ open: signedIn }],
  'creatorApplications.apply': [creates({ open: '401 200 409 200 200 200 200 409 200' })],
  'creatorApplications.list': [{ open: administrators }],
  'creatorApplications.get': [
    {
      what: "the applicant's",
      input: ({ creatorApplicationID }) => ({ params: { id: creatorApplicationID } }),
      open: '401 404 200 404 404 404 404 404 200',
    },
  ],
  'creatorApplications.ofUser': [
    {
      what: "the applicant's",
      input: ({ people }) => ({ params: { id: people.applicant.id } }),
      open: '401 404 200 404 404 404 404 404 200',
    },
  ],
  'creatorApplications.update': [
    {
      input: ({ creatorApplicationID }) => ({ params: { id: creatorApplicationID }, body: { status: 1 } }),
      open: administrators,
    },
  ],
  'creatorApplications.approve': [
    { input: ({ creatorApplicationID }) => ({ params: { id: creatorApplicationID } }), open: administrators },
  ],
  'creatorApplications.reject': [
    { input: ({ creatorApplicationID }) => ({ params: { id: creatorApplicationID } }), open: administrators },
  ],

  'people.talents': [{ open: signedIn }],
  'people.profileByUsername': [
    { input: ({ people }) => ({ params: { username: people.member.username } }), open: everybody(200) },
  ],
  'reputation.lines': [
    { input: ({ people }) => ({ params: { username: people.member.username }, query: {} }), open: everybody(200) },
  ],
  'people.search': [{ input: () => ({ params: { query: 'user' } }), open: signedIn }],
  'search.find': [{ input: () => ({ query: { q: 'map' } }), open: signedIn }],
  'users.requests': ['sent', 'received'].map((type) => ({
    what: type,
    input: () => ({ query: { type } }),
    open: signedIn,
  })),
  'users.request': [
    {
      what: 'an application',
      input: ({ project: { creatorApplicationID } }) => ({ params: { id: creatorApplicationID } }),
      open: '401 404 200 404 404 404 200 200 404',
      hidden: '401 404 200 404 404 404 200 200 404',
    },
    {
      what: 'an invitation',
      input: ({ project: { invitationID } }) => ({ params: { id: invitationID } }),
      open: '401 404 404 200 404 404 200 200 404',
      hidden: '401 404 404 200 404 404 200 200 404',
    },
  ],
  'users.updateBio': [{ input: () => ({ body: { bio: 'Hello.' } }), open: signedIn }],
  'users.updateProfile': [{ input: () => ({ body: { headline: 'Hello.' } }), open: signedIn }],
  'users.welcome': [{ input: () => ({ body: {} }), open: signedIn }],
  'users.setPicture': [{ input: () => ({ body: { picture: TINY_PICTURE } }), open: signedIn }],
  'users.removePicture': [{ open: signedIn }],
  'people.pictures': [
    { input: ({ people }) => ({ query: { usernames: people.member.username } }), open: everybody(200) },
  ],
  'users.settings': [{ open: signedIn }],
  'users.updateSettings': [{ input: () => ({ body: { emailOnInvitation: false } }), open: signedIn }],

  ...taskRows,
  ...accountRows,

  ...reviewRows,

  'work.get': [{ open: signedIn }],

  'notifications.list': [{ open: signedIn }],
  'notifications.count': [{ open: signedIn }],
  'notifications.mark': [
    { what: 'of nobody', input: ({ project: { id } }) => ({ body: { ids: [id], as: 'read' } }), open: signedIn },
  ],
  'notifications.following': [{ input: task, ...insiders }],
  'notifications.follow': [{ input: withBody(task, {}), ...insiders }],
  'notifications.unfollow': [{ input: task, ...insiders }],
  'notifications.unsubscribe': [{ input: () => ({ body: { token: 'made up' } }), open: everybody(200) }],
  'notifications.settings': [{ open: signedIn }],
  'notifications.changeSettings': [{ input: () => ({ body: defaultNotificationSettings }), open: signedIn }],

  'payments.list': [
    { input: project, ...members },
    {
      what: "somebody else's",
      input: (cell) => ({ ...project(cell), query: { userID: cell.people.colleague.id } }),
      ...managers,
    },
  ],
  'payments.create': [
    creates({
      input: (cell) => ({ ...project(cell), body: { userID: cell.people.member.id, ...payment } }),
      ...managers,
    }),
  ],
  'payments.bulk': [
    creates({
      input: (cell) => ({
        ...project(cell),
        body: { userIDs: [cell.people.member.id, cell.people.colleague.id], split: 'equal', ...payment },
      }),
      ...managers,
    }),
  ],
  'payments.void': [
    { input: ({ project: { id, paymentID } }) => ({ params: { id, paymentId: paymentID } }), ...managers },
  ],

  'figures.get': [{ open: everybody(200) }],
  'capabilities.list': [{ open: everybody(200) }],
  'events.stream': [{ open: signedIn }],

  'files.list': [{ input: project, ...insiders }],
  'files.upload': [creates({ input: (cell) => ({ ...project(cell), body: aFile() }), ...insiders })],
  'files.download': [{ input: file, ...insiders }],
  'files.preview': [{ input: file, ...insiders }],
  'files.remove': [
    { what: "a colleague's", input: file, ...insideManagers },
    {
      what: "the member's own",
      input: ({ project: { id, ownFileID } }) => ({ params: { id, fileId: ownFileID } }),
      ...insiders,
    },
  ],

  'ai.generateProject': [{ input: () => ({ body: { prompt: 'A map of birds in React.' } }), open: signedIn }],
  'ai.generateTask': [{ input: () => ({ body: { prompt: 'Draw the map.' } }), open: signedIn }],
  'ai.suggestTasks': [{ input: ({ project: { id } }) => ({ body: { projectId: id } }), ...members }],
  'ai.enhanceDescription': [{ input: withBody(task, { enhancementPrompt: 'Make it shorter.' }), ...insideManagers }],
}
