import { address, any, type Cases, type Cell, text } from '../case.ts'
import { managers } from '../rights.ts'
import { project } from './inputs.ts'

const service = 'modules/address-invitations/service.ts'
const kept = async (cell: Cell, isLetIn: boolean) => {
  const email = address()
  const params = { id: cell.project.id }
  const { data } = await cell.as('owner').addressInvitations.create({ params, body: { email } })
  if (isLetIn) await cell.as('administrator').waitlist.createInvitation({ body: { email } })
  return { params: { ...params, invitationID: data.id } }
}
const nowhere = ({ project: { id } }: Cell) => ({
  params: { id, invitationID: '01890a5d-ac96-774b-bcce-b302099a8057' },
})

/** Calls about invitations for addresses without an account. */
export const addressInvitationCases: Cases = {
  'addressInvitations.create': {
    input: (cell) => ({ ...project(cell), body: { email: address(), message: text() } }),
    may: managers,
    leaves: [
      { kind: 'invitation.byMail', data: { invitationID: any } },
      { kind: 'waitlist.wanted', projectID: null, data: { entryID: any } },
    ],
    rollsBack: service,
  },
  'addressInvitations.create of an address that is let in': {
    input: async (cell) => {
      const email = address()
      await cell.as('administrator').waitlist.createInvitation({ body: { email } })
      return { ...project(cell), body: { email } }
    },
    leaves: [
      { kind: 'invitation.byMail', data: { invitationID: any } },
      { kind: 'waitlist.invited', projectID: null, data: { entryID: any } },
    ],
  },
  'addressInvitations.create of an account': {
    input: (cell) => ({ ...project(cell), body: { email: cell.people.outsider.email } }),
    leaves: [{ kind: 'request.invited', of: 'outsider', requestID: any, data: { role: 'member' } }],
  },
  'addressInvitations.list': { input: project, may: managers },
  'addressInvitations.resend': {
    input: async (cell) => ({ ...(await kept(cell, true)), body: {} }),
    leaves: [{ kind: 'waitlist.invited', projectID: null, data: { entryID: any } }],
    rollsBack: service,
  },
  'addressInvitations.resend of one that waits': {
    input: async (cell) => ({ ...(await kept(cell, false)), body: {} }),
    fails: 409,
  },
  'addressInvitations.resend of one that is not there': {
    input: (cell) => ({ ...nowhere(cell), body: {} }),
    may: { ...managers, admin: 404, owner: 404 },
    fails: 404,
  },
  'addressInvitations.remove': {
    input: (cell) => kept(cell, false),
    leaves: 'silently',
    rollsBack: service,
  },
  'addressInvitations.remove of one that is not there': {
    input: nowhere,
    may: { ...managers, admin: 404, owner: 404 },
    fails: 404,
  },
}
