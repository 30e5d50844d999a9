import type { Cases, Cell } from '../case.ts'
import { type Rights, signedIn } from '../rights.ts'
import { nobodys } from './inputs.ts'

/** The guest's task, whose offer everybody signed in can read while the project is on the market. */
const offered = ({ project: { guestTaskID } }: Cell) => ({ params: { id: guestTaskID } })
/** Of a draft only members know what it offers. */
const readers: Rights = { others: 'ok', draft: { applicant: 404, invitee: 404 } }

/** Calls about open tasks. */
export const openTaskCases: Cases = {
  'openTasks.list': { may: signedIn },
  'openTasks.get': { input: offered, may: readers },
  'savedTasks.list': { may: signedIn },
  'savedTasks.add': {
    by: 'stranger',
    input: (cell) => ({ ...offered(cell), body: {} }),
    may: readers,
    leaves: 'silently',
    rollsBack: 'modules/open-tasks/service.ts',
  },
  'savedTasks.remove of one that is not saved': { input: nobodys, may: signedIn, leaves: [] },
  'savedTasks.remove': {
    by: 'stranger',
    input: async (cell) => {
      const task = offered(cell)
      await cell.as('stranger').savedTasks.add({ ...task, body: {} })
      return task
    },
    leaves: 'silently',
  },
}
