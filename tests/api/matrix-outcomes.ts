import type { Actor, People, ProjectWorld } from './matrix-world.ts'

/** What a row of the table can use to make its call. */
export type Cell = {
  actor: Actor
  people: People
  project: ProjectWorld
  /** The applicant's open creator application. */
  creatorApplicationID: string
  /** A session of the member that may be ended. */
  refreshToken: string
}
/** The parts of a request. A plain object as the body is sent as JSON, a FormData as a form. */
export type CallInput = { params?: Record<string, string>; query?: Record<string, string>; body?: object }

/**
 * One way of making a call, and the status that each actor gets, in this order: anonymous, stranger, applicant, invitee,
 * rejected, member, admin, owner, administrator. `open` has the statuses for a published project, `hidden` for a draft. A row
 * with `hidden` is also tried on a deleted project, for which everybody who is signed in gets 404.
 */
export type Row = { what?: string; input?: (cell: Cell) => CallInput; open: string; hidden?: string }

// In the order: anonymous, stranger, applicant, invitee, rejected, member, admin, owner, administrator.
export const everybody = (status: number): Row['open'] => Array.from({ length: 9 }, () => status).join(' ')
export const signedIn = '401 200 200 200 200 200 200 200 200'
export const administrators = '401 403 403 403 403 403 403 403 200'
export const visible = {
  open: '401 200 200 200 200 200 200 200 200',
  hidden: '401 404 200 200 404 200 200 200 404',
}
export const members = {
  open: '401 403 403 403 403 200 200 200 403',
  hidden: '401 404 403 403 404 200 200 200 404',
}
export const managers = {
  open: '401 403 403 403 403 403 200 200 403',
  hidden: '401 404 403 403 404 403 200 200 404',
}
export const owners = {
  open: '401 403 403 403 403 403 403 200 403',
  hidden: '401 404 403 403 404 403 403 200 404',
}
/** Only members may know of tasks and files: everybody else gets a 404, even in a published project. */
export const insiders = {
  open: '401 404 404 404 404 200 200 200 404',
  hidden: '401 404 404 404 404 200 200 200 404',
}
export const insideManagers = {
  open: '401 404 404 404 404 403 200 200 404',
  hidden: '401 404 404 404 404 403 200 200 404',
}
export const creates = (row: Row): Row => ({
  ...row,
  open: row.open.replaceAll('200', '201'),
  ...(row.hidden && { hidden: row.hidden.replaceAll('200', '201') }),
})

export const task = ({ project: { taskID } }: Cell): CallInput => ({ params: { id: taskID } })
export const withBody =
  (params: (cell: Cell) => CallInput, body: object) =>
  (cell: Cell): CallInput => ({ ...params(cell), body })
