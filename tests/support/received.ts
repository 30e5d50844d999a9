import { fireEvent, screen, within } from '@testing-library/react'
import { act } from 'react'
import type { ProjectRequest } from '#shared/contract/index.ts'
import '#app/commands/Commands.tsx'
import '#features/collaborators/requests/ReceivedPanel.tsx'
import { collaboratorsPath, requestOf, serveTeam } from './collaborators.ts'
import { host, ok } from './fake-platform.ts'
import { user } from './quick-user.ts'
import { projectID } from './workspace.ts'

/** The list of applications, and the address at which the application of that number is open beside it. */
export const receivedPath = collaboratorsPath('?view=requests')
export const openedPath = (number: number): string =>
  collaboratorsPath(`?view=requests&request=${requestOf(number).id}`)

const applicant = {
  userID: requestOf(1).userID,
  username: 'applicant-1',
  name: 'Ada Lovelace',
  headline: 'Maps and data',
  tier: 'silver',
  reputation: 1250,
  skills: ['Design', 'Fortran'],
  skillsInCommon: ['Design'],
  pastWork: [{ projectID, title: 'Tide tables', completed: 3, isMember: false }],
}
/** What the host answers when an application is answered. */
export const answered = ok({
  data: {
    hasProject: true,
    project: { id: projectID, title: 'Harbour map', description: 'Words' },
    role: 'member',
    status: 1,
    isApproved: true,
    requestId: null,
  },
})

/** The applications that the host lists. */
export const received = { requests: [] as ProjectRequest[] }
/** Lets a host that knows labels, notes and decisions answer every call of the list and the reader. */
export const serveReceived = (...requests: ProjectRequest[]): void => {
  received.requests = requests
  serveTeam({})
  host.on('memberships.requests', () => ok({ data: received.requests }))
  host.on('capabilities.list', ok({ data: ['search', 'decisions'] }))
  host.on('requests.applicant', ok({ data: applicant }))
  host.on('requests.notes', ok({ data: { text: '', version: 0, by: null, at: null } }))
  host.on('memberships.answerById', answered)
  host.on('requests.setLabel', ({ input }) => ok({ data: input.body }))
}
export const serveThree = (): void => serveReceived(requestOf(1, { name: 'Ada Lovelace' }), requestOf(2), requestOf(3))

/** The first applicant may have a name, by which they are called then. */
const named = (what: string, number: number) =>
  new RegExp(`^${what} of (?:applicant-${number}${number === 1 ? '|Ada Lovelace' : ''})$`)
export const rowOf = async (number: number) =>
  within(await screen.findByRole('article', { name: named('Request', number) }))
export const readerOf = async (number = 1) =>
  within(await screen.findByRole('region', { name: named('Application', number) }))
/** Answers the dialog that asks why. */
export const rejectBy = async (reason: string, text = ''): Promise<void> => {
  const dialog = within(await screen.findByRole('dialog'))
  await user.click(dialog.getByRole('radio', { name: reason }))
  if (text) await user.type(dialog.getByRole('textbox', { name: /own words/ }), text)
  await user.click(dialog.getByRole('button', { name: 'Reject' }))
}
/** The bodies of all calls of an operation. */
export const sent = (operation: string): unknown[] => host.called(operation).map(({ input }) => input.body)
export const press = (key: string): void =>
  act(() => void fireEvent.keyDown(document.activeElement ?? document.body, { key }))
/** The row that has the focus. */
export const focusedOn = () => document.activeElement?.closest('article')?.getAttribute('aria-label')
