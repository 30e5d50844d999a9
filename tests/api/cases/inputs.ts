import type { CallInput, Cell } from '../case.ts'
import type { People } from '../world.ts'

/** Something that belongs to nobody. */
export const nobodys = () => ({ params: { id: '01890a5d-ac96-774b-bcce-b302099a8057' } })
export const project = ({ project: { id } }: Cell) => ({ params: { id } })
export const task = ({ project: { taskID } }: Cell) => ({ params: { id: taskID } })
/** The project and one certain person. */
export const person =
  (who: keyof People, body?: object) =>
  ({ project: { id }, people }: Cell): CallInput => ({ params: { id, userId: people[who].id }, ...(body && { body }) })
export const withBody =
  (params: (cell: Cell) => CallInput, body: object) =>
  (cell: Cell): CallInput => ({ ...params(cell), body })
