import { sql } from 'kysely'
import type { Cases, Cell } from '../case.ts'
import { type Rights, signedIn } from '../rights.ts'
import { nobodys } from './inputs.ts'

/** The task that nobody has, with an offer that everybody signed in can read while the project is on the market. */
const offered = async ({ server, project: { id, neighbourID }, people: { owner } }: Cell) => {
  await sql`
    insert into offers (task_id, project_id, amount_cents, currency, mode, made_by, made_at, changed_at)
    values (${neighbourID}, ${id}, 0, 'USD', 'claim', ${owner.id}, now(), now()) on conflict do nothing`.execute(
    server.db,
  )
  return { params: { id: neighbourID } }
}
/** Of a draft only members know what it offers. */
const readers: Rights = { others: 'ok', draft: { applicant: 404, invitee: 404 } }

/** Calls about open tasks. */
export const openTaskCases: Cases = {
  'openTasks.list': { may: signedIn },
  'openTasks.get': { input: offered, may: readers },
  'savedTasks.list': { may: signedIn },
  'savedTasks.add': {
    by: 'stranger',
    input: async (cell) => ({ ...(await offered(cell)), body: {} }),
    may: readers,
    leaves: 'silently',
    rollsBack: 'modules/open-tasks/service.ts',
  },
  'savedTasks.remove of one that is not saved': { input: nobodys, may: signedIn, leaves: [] },
  'savedTasks.remove': {
    by: 'stranger',
    input: async (cell) => {
      const task = await offered(cell)
      await cell.as('stranger').savedTasks.add({ ...task, body: {} })
      return task
    },
    leaves: 'silently',
  },
}
