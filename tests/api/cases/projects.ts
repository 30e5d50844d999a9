import { any, type CallInput, CANARY, type Cases, type Cell, text } from '../case.ts'
import {
  administrators,
  insideManagers,
  managers,
  members,
  owners,
  type Rights,
  signedIn,
  unknown,
  visible,
} from '../rights.ts'
import { nobodys, project, withBody } from './inputs.ts'

const changes = 'modules/projects/changes.ts'
const update = (body: object) => withBody(project, body)
/** After the owner has changed the project in this way. */
const after = (earlier: object, then: (cell: Cell) => CallInput) => async (cell: Cell) => {
  await cell.as('owner').projects.update({ ...project(cell), body: earlier })
  return then(cell)
}
/** Of a project that was never published. */
const ofDraft = (then: (cell: Cell) => CallInput) => async (cell: Cell) => {
  await cell.server.db.updateTable('projects').set({ status: 0 }).where('id', '=', cell.project.id).execute()
  return then(cell)
}
const savedSearch = async ({ as }: Cell) => {
  const { data } = await as('owner').savedSearches.create({ body: { name: text(), search: {} } })
  return { params: { id: data.id } }
}
const itsApplicant: Rights = { applicant: 'ok', administrator: 'ok', others: 404 }
const application = ({ creatorApplicationID }: Cell) => ({ params: { id: creatorApplicationID } })
const decided =
  (outcome: 'approved' | 'rejected') =>
  (_: Cell, { params }: CallInput) =>
    [
      {
        kind: `creatorApplication.${outcome}`,
        of: 'applicant',
        data: { creatorApplicationID: params?.['id'] },
      },
    ] as const

/** What becomes of the task that the guest has when its project is deleted. */
const endOfGuest = (taskID: string, guestID: string) =>
  [
    { kind: 'task.moved', taskID, data: { from: 2, to: 1 } },
    { kind: 'task.assigned', of: 'guest', taskID, data: { from: guestID, to: null } },
    { kind: 'claim.ended', of: 'guest', taskID, data: { claimID: any } },
    { kind: 'offer.closed', taskID },
  ] as const

/** Calls about projects, what people save of them, and about becoming a creator. */
export const projectCases: Cases = {
  'projects.openProjects': { may: signedIn },
  'projects.owned': { may: signedIn },
  'projects.get': { input: project, may: visible },
  'projects.similar': { input: project, may: visible },
  'projects.userDetails': { input: project, may: members },
  'projects.analytics': { input: project, may: managers },
  'projects.create': {
    input: () => ({ body: { title: text(), description: text() } }),
    may: { owner: 'ok', others: 403 },
    leaves: [{ kind: 'project.created', projectID: any }],
    rollsBack: 'modules/projects/service.ts',
  },
  // Who copies a project begins one, so an admin must be a creator as well.
  'projects.duplicate': {
    input: update({}),
    may: owners,
    leaves: [
      { kind: 'project.created', projectID: any },
      { kind: 'project.labels', projectID: any, data: { labelID: 1 } },
      { kind: 'project.templates', projectID: any, data: { templateID: any, change: 'added' } },
      ...[1, 2, 3, 4, 5, 6].map(() => ({ kind: 'task.created', projectID: any, data: { status: 1 } }) as const),
    ],
    rollsBack: 'modules/projects/duplicate.ts',
  },
  'projects.apply': {
    by: 'stranger',
    input: update({}),
    may: { ...visible, applicant: 409, invitee: 409, rejected: 409, member: 409, admin: 409, owner: 409 },
    leaves: [{ kind: 'request.applied', of: 'stranger', requestID: any }],
    rollsBack: 'modules/memberships/service.ts',
  },
  'projects.update its fields': {
    input: (cell) => update({ title: text(), client: CANARY })(cell),
    may: managers,
    leaves: [{ kind: 'project.changed', data: { fields: ['title', 'client'] } }],
  },
  'projects.update its budget': {
    input: update({ budget: '900,000' }),
    may: owners,
    leaves: [{ kind: 'project.changed', data: { fields: ['budget'] } }],
  },
  'projects.update its questions': {
    input: update({ questions: [{ text: CANARY, kind: 'link', isRequired: false }] }),
    may: insideManagers,
    leaves: [{ kind: 'project.questions', data: {} }],
    once: true,
  },
  'projects.update its status': {
    input: update({ status: 3 }),
    may: owners,
    leaves: [{ kind: 'project.status', data: { from: 1, to: 3 } }],
  },
  'projects.update its status beside fields': { input: update({ title: 'A better name', status: 3 }), may: owners },
  'projects.update publishes it': {
    input: ofDraft(update({ status: 1 })),
    leaves: [{ kind: 'project.published', data: {} }],
    rollsBack: changes,
  },
  'projects.update archives it': {
    input: update({ archived: true }),
    may: owners,
    leaves: [{ kind: 'project.archived' }],
    once: true,
  },
  'projects.update restores it': { input: update({ archived: false }), may: owners },
  'projects.update restores it from the archive': {
    input: after({ archived: true }, update({ archived: false })),
    leaves: [{ kind: 'project.restored' }],
  },
  'projects.update pauses applications': {
    input: update({ applicationsPaused: true }),
    leaves: [{ kind: 'project.paused', data: {} }],
    once: true,
  },
  'projects.update resumes applications': {
    input: after({ applicationsPaused: true }, update({ applicationsPaused: false })),
    leaves: [{ kind: 'project.resumed', data: {} }],
  },
  'projects.remove': {
    input: project,
    may: owners,
    leaves: ({ project: { applicationID, invitationID, guestTaskID }, people: { guest } }) => [
      ...endOfGuest(guestTaskID, guest.id),
      { kind: 'project.deleted' },
      {
        kind: 'request.expired',
        of: 'applicant',
        requestID: applicationID,
        data: { request: 'application', because: 'deletion' },
      },
      {
        kind: 'request.expired',
        of: 'invitee',
        requestID: invitationID,
        data: { request: 'invitation', because: 'deletion' },
      },
    ],
    rollsBack: changes,
  },
  'projects.remove of one without open requests': {
    input: async (cell) => {
      await cell.server.db
        .updateTable('project_requests')
        .set({ withdrawn_at: new Date() })
        .where('project_id', '=', cell.project.id)
        .execute()
      return project(cell)
    },
    leaves: ({ project: { guestTaskID }, people: { guest } }) => [
      ...endOfGuest(guestTaskID, guest.id),
      { kind: 'project.deleted' },
    ],
  },

  'savedProjects.list': { may: signedIn },
  'savedProjects.add': {
    by: 'stranger',
    input: update({}),
    may: visible,
    leaves: 'silently',
    rollsBack: 'modules/saved/service.ts',
  },
  'savedProjects.remove of one that is not saved': { input: project, may: signedIn, leaves: [] },
  'savedProjects.remove': {
    by: 'stranger',
    input: async (cell) => {
      await cell.as('stranger').savedProjects.add({ ...project(cell), body: {} })
      return project(cell)
    },
    leaves: 'silently',
  },
  'savedSearches.list': { may: signedIn },
  'savedSearches.create': {
    input: () => ({ body: { name: text(), search: { q: text() } } }),
    may: signedIn,
    leaves: 'silently',
  },
  'savedSearches.update of somebody else': { input: withBody(nobodys, { name: 'Mine' }), may: unknown },
  'savedSearches.update': {
    input: async (cell) => ({ ...(await savedSearch(cell)), body: { name: text() } }),
    leaves: 'silently',
  },
  'savedSearches.remove of somebody else': { input: nobodys, may: unknown },
  'savedSearches.remove': { input: (cell) => savedSearch(cell), leaves: 'silently' },

  'creatorApplications.checkStatus': { may: signedIn },
  'creatorApplications.apply': {
    by: 'stranger',
    input: () => ({ body: { text: CANARY } }),
    may: { others: 'ok', applicant: 409, owner: 409 },
    leaves: [{ kind: 'creatorApplication.sent', of: 'stranger', data: { creatorApplicationID: any } }],
    rollsBack: 'modules/creator-applications/service.ts',
  },
  'creatorApplications.list': { may: administrators },
  "creatorApplications.get the applicant's": { input: application, may: itsApplicant },
  "creatorApplications.ofUser the applicant's": {
    input: ({ people }) => ({ params: { id: people.applicant.id } }),
    may: itsApplicant,
  },
  'creatorApplications.update': {
    by: 'administrator',
    input: (cell) => withBody(application, { status: 2, reason: text() })(cell),
    may: administrators,
    leaves: decided('rejected'),
  },
  'creatorApplications.approve': {
    by: 'administrator',
    input: application,
    may: administrators,
    leaves: decided('approved'),
    rollsBack: 'modules/creator-applications/service.ts',
  },
  'creatorApplications.reject': {
    by: 'administrator',
    input: (cell) => withBody(application, { reason: text() })(cell),
    may: administrators,
    leaves: decided('rejected'),
  },
}
