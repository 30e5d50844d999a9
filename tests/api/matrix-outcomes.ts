import type { Actor, People, ProjectWorld } from './matrix-world.ts'

/** What a call of the table may speak of. */
export type Cell = {
  actor: Actor
  people: People
  project: ProjectWorld
  /** The applicant's open creator application. */
  creatorApplicationID: string
  /** A session of the member that may be ended. */
  refreshToken: string
}
/** A body is sent as JSON, form data as it is. */
export type CallInput = { params?: Record<string, string>; query?: Record<string, string>; body?: object }

/**
 * One way of making a call and its status for each actor, in their order: anonymous, stranger, applicant, invitee,
 * rejected, member, admin, owner, administrator. `hidden` is about a draft; a call with it answers 404 to everybody when
 * the project is deleted.
 */
export type Row = { what?: string; input?: (cell: Cell) => CallInput; open: string; hidden?: string }

// Anonymous, stranger, applicant, invitee, rejected, member, admin, owner, administrator:
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
/** Tasks and files are the members' own affair: to anybody else, also of a listed project, there are none. */
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
