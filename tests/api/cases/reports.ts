import { signedID } from '#server/util/tokens.ts'
import { any, type Cases, type Cell, text } from '../case.ts'
import { administrators, everybody, signedIn, unknown } from '../rights.ts'
import { nobodys, withBody } from './inputs.ts'

const service = 'modules/reports/service.ts'
const administration = 'modules/reports/administration.ts'

const reportOf = (cell: Cell) => ({ kind: 'project' as const, id: cell.project.id, reason: 'spam' as const })
const reported = async (cell: Cell) => {
  const { data } = await cell.as('stranger').reports.create({ body: reportOf(cell) })
  return { params: { id: data.id } }
}
const decision = { decision: 'hide' as const, text: text() }
const hidden = async (cell: Cell) => {
  const sent = await reported(cell)
  await cell.as('administrator').reports.decide({ ...sent, body: decision })
  return sent
}
const linked = async (cell: Cell) => {
  const { params } = await hidden(cell)
  return { token: signedID(cell.server.deps.secret(), 'report-appeal', params.id) }
}
const about = { projectID: null, data: { reportID: any, kind: 'project' } } as const

/** Calls about reports. */
export const reportCases: Cases = {
  'reports.create': { input: (cell) => ({ body: { ...reportOf(cell), id: nobodys().params.id } }), may: unknown },
  'reports.create of a project': {
    by: 'stranger',
    input: (cell) => ({ body: reportOf(cell) }),
    leaves: [{ kind: 'report.made', ...about, data: { ...about.data, reason: 'spam' } }],
    rollsBack: service,
  },
  'reports.mine': { input: () => ({}), may: signedIn },
  'reports.get': { input: nobodys, may: unknown },
  'reports.appeal': { input: withBody(nobodys, { text: text() }), may: unknown },
  'reports.appeal a decision': {
    by: 'owner',
    input: async (cell) => ({ ...(await hidden(cell)), body: { text: text() } }),
    leaves: [{ kind: 'report.appealed', ...about }],
    rollsBack: service,
  },
  'reports.ofLink by a made-up link': { input: () => ({ body: { token: 'nothing' } }), may: everybody(422) },
  'reports.ofLink': { input: async (cell) => ({ body: await linked(cell) }), leaves: [] },
  'reports.appealByLink by a made-up link': {
    input: () => ({ body: { token: 'nothing', text: text() } }),
    may: everybody(422),
  },
  'reports.appealByLink': {
    input: async (cell) => ({ body: { ...(await linked(cell)), text: text() } }),
    leaves: [{ kind: 'report.appealed', ...about }],
    rollsBack: service,
  },
  'reports.queue': { input: () => ({ query: {} }), may: administrators },
  'reports.decide': { input: withBody(nobodys, decision), may: { ...administrators, administrator: 404 } },
  'reports.decide to hide a project': {
    by: 'administrator',
    input: async (cell) => ({ ...(await reported(cell)), body: decision }),
    leaves: [{ kind: 'report.decided', ...about, data: { ...about.data, decision: 'hide', isFinal: false } }],
    rollsBack: administration,
  },
}
