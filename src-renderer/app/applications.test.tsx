import { act, screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, test } from 'vitest'
import { failedReply } from '#shared/api-client/index.ts'
import type { PrivateLabel } from '#shared/contract/index.ts'
import { collaboratorsPath, requestOf } from '#support/collaborators.ts'
import { host, ok } from '#support/fake-platform.ts'
import { pressTwice, user } from '#support/quick-user.ts'
import {
  focusedOn,
  openedPath,
  readerOf,
  received,
  receivedPath,
  rowOf,
  sent,
  serveReceived,
  serveThree,
} from '#support/received.ts'
import { clearApp, renderApp } from '#support/render-app.tsx'
import { projectID } from '#support/workspace.ts'
import { queryClient } from '../lib/query-client.ts'

afterEach(clearApp)

const application = {
  id: requestOf(1).id,
  project: { id: projectID, title: 'Harbour map' },
  applicant: { id: requestOf(1).userID, username: 'applicant-1', name: '' },
  status: 0,
  isClosed: false,
  createdAt: '2026-11-20T10:00:00.000Z',
  seenAt: '2026-11-23T05:00:00.000Z',
  letter: 'I have mapped the birds of Turin.',
  answers: [{ question: 'Which cities?', kind: 'short', isRequired: true, answer: 'Turin and Lyon' }],
  hasLetter: true,
  mayEdit: false,
  mayComment: true,
}

describe('list and reader', () => {
  test('[LETTER-13] the list opens an application beside it: tier, reputation, skills in common and past work', async () => {
    serveThree()
    const { path: address } = await renderApp(receivedPath)
    await user.click((await rowOf(1)).getByRole('link', { name: /Ada Lovelace/ }))
    const part = await readerOf()
    expect(await part.findByText('1,250 reputation')).toBeTruthy()
    expect(part.getByText('Silver')).toBeTruthy()
    const skills = within(part.getByRole('region', { name: 'Skills in common' }))
    expect(skills.getAllByRole('listitem').map((item) => item.textContent)).toEqual(['Design', 'Fortran'])
    expect(skills.getAllByRole('img', { name: 'In common:' })).toHaveLength(1)
    const work = within(part.getByRole('region', { name: 'Past work here' }))
    expect(work.getByRole('listitem').textContent).toBe('Tide tables · 3 tasks completed · left the project')
    expect(address()).toBe(openedPath(1))
    // Opening moves the focus to what is read.
    await waitFor(() => expect(document.activeElement?.getAttribute('aria-label')).toBe('Application of Ada Lovelace'))
    await user.click(part.getByRole('button', { name: 'Back to the list' }))
    await waitFor(() => expect(address()).toBe(receivedPath))
    await waitFor(() => expect(focusedOn()).toMatch(/^Request of (applicant-1|Ada Lovelace)$/))
  })

  test('[LETTER-13] opening counts as seen, and shows letter, answers and the thread', async () => {
    serveThree()
    host.on('capabilities.list', ok({ data: ['search', 'decisions', 'letters'] }))
    host.on('requests.see', failedReply(503, 'UNAVAILABLE'))
    host.on('requests.get', ok({ data: application }))
    host.on('requests.comments', ok({ data: [], nextCursor: null }))
    await renderApp(receivedPath)
    await rowOf(1)
    // Listing an application does not open it.
    expect(host.called('requests.see')).toEqual([])
    await user.click((await rowOf(1)).getByRole('link', { name: /Ada Lovelace/ }))
    const part = within(await (await readerOf()).findByRole('region', { name: 'Letter' }))
    expect(await part.findByText('Failed to load the letter')).toBeTruthy()
    expect(host.called('requests.get')).toEqual([])
    host.on('requests.see', ok({ data: application }))
    await user.click(part.getByRole('button', { name: 'Retry' }))
    expect(await part.findByText('I have mapped the birds of Turin.')).toBeTruthy()
    expect(part.getByText('Turin and Lyon')).toBeTruthy()
    expect(await (await readerOf()).findByRole('region', { name: 'Comments' })).toBeTruthy()
    expect(host.called('requests.see').at(-1)?.input.params).toEqual({ id: requestOf(1).id })
  })

  test('[LETTER-13] a letter that a colleague has opened meanwhile is there without the error of the own try', async () => {
    serveThree()
    host.on('capabilities.list', ok({ data: ['search', 'decisions', 'letters'] }))
    host.on('requests.see', failedReply(503, 'UNAVAILABLE'))
    host.on('requests.get', failedReply(500, 'INTERNAL'))
    await renderApp(openedPath(1))
    const part = within(await (await readerOf()).findByRole('region', { name: 'Letter' }))
    expect(await part.findByText('Failed to load the letter')).toBeTruthy()
    host.on('requests.get', ok({ data: { ...application, letter: 'I know these birds.' } }))
    received.requests = received.requests.map((one) => ({ ...one, seenAt: application.seenAt }))
    // The list is read again.
    await user.click((await rowOf(2)).getByRole('button', { name: 'Approve' }))
    expect(await part.findByText('I know these birds.')).toBeTruthy()
    await waitFor(() => expect(part.queryByText('Failed to load the letter')).toBeNull())
  })

  test('[LETTER-14] what release 1 could do is there: both directions, Approve with its toast, and one call for two presses', async () => {
    serveThree()
    await renderApp(receivedPath)
    pressTwice((await rowOf(1)).getByRole('button', { name: 'Approve' }))
    expect(await screen.findByText('Request accepted successfully!')).toBeTruthy()
    expect(sent('memberships.answerById')).toEqual([{ requestId: requestOf(1).id, accept: true }])
    host.on('memberships.answerById', failedReply(500, 'INTERNAL'))
    await user.click((await rowOf(2)).getByRole('button', { name: 'Approve' }))
    expect(await screen.findByText('Failed to accept request. Please try again.')).toBeTruthy()
    received.requests = [requestOf(4, { type: 'sent' })]
    await user.click(screen.getByRole('button', { name: 'Requests Sent' }))
    expect(await rowOf(4)).toBeTruthy()
  })

  test('[LETTER-14] two applications that are approved one right after the other are both answered', async () => {
    serveThree()
    await renderApp(receivedPath)
    const buttons = [
      (await rowOf(1)).getByRole('button', { name: 'Approve' }),
      (await rowOf(2)).getByRole('button', { name: 'Approve' }),
    ]
    act(() => buttons.forEach((button) => button.click()))
    await waitFor(() =>
      expect(sent('memberships.answerById')).toEqual(
        [1, 2].map((number) => ({ requestId: requestOf(number).id, accept: true })),
      ),
    )
  })

  test('[LETTER-27] an empty project, and a filter that nothing fits, say different things', async () => {
    serveReceived()
    await renderApp(receivedPath)
    expect(await screen.findByRole('heading', { name: 'No applications yet' })).toBeTruthy()
    clearApp()
    serveThree()
    await renderApp(receivedPath)
    await user.click(await screen.findByRole('button', { name: 'Shortlist 0' }))
    expect(await screen.findByRole('heading', { name: 'Nothing matches' })).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Show all' }))
    expect(await rowOf(3)).toBeTruthy()
  })

  test('[LETTER-27] skeletons come after 300 ms, and an error keeps the old rows, with Retry', async () => {
    serveThree()
    let answer: (() => void) | undefined
    host.on(
      'memberships.requests',
      () => new Promise((resolve) => (answer = () => resolve(ok({ data: received.requests })))),
    )
    await renderApp(receivedPath)
    await waitFor(() => expect(document.querySelector('[aria-busy="true"]')).not.toBeNull())
    expect(document.querySelector('[aria-busy="true"] .MuiSkeleton-root')).toBeNull()
    await waitFor(() => expect(document.querySelector('[aria-busy="true"] .MuiSkeleton-root')).not.toBeNull())
    answer?.()
    await rowOf(1)
    host.on('memberships.requests', failedReply(500, 'INTERNAL'))
    await user.click((await rowOf(1)).getByRole('button', { name: 'Approve' }))
    expect(await screen.findByText('Failed to load requests', { selector: '.MuiAlertTitle-root' })).toBeTruthy()
    expect(await rowOf(2)).toBeTruthy()
    received.requests = [requestOf(2)]
    host.on('memberships.requests', () => ok({ data: received.requests }))
    await user.click(screen.getByRole('button', { name: 'Retry' }))
    await waitFor(() =>
      expect(screen.queryByRole('article', { name: /^Request of (applicant-1|Ada Lovelace)$/ })).toBeNull(),
    )
  })
})

describe('the private side', () => {
  test('[LETTER-21] one press sets a label, marked as private; the same press takes it off', async () => {
    serveThree()
    await renderApp(openedPath(1))
    const part = await readerOf()
    expect(part.getByText('Only owners and admins see this')).toBeTruthy()
    await user.click(part.getByRole('button', { name: 'Shortlist' }))
    expect((await rowOf(1)).getByText('Shortlist').textContent).toBe('Shortlist, private label')
    await user.click(part.getByRole('button', { name: 'Shortlist' }))
    await waitFor(async () => expect((await rowOf(1)).queryByText('Shortlist')).toBeNull())
    await waitFor(() => expect(sent('requests.setLabel')).toEqual([{ label: 'shortlist' }, { label: 'none' }]))
  })

  test('[LETTER-21] a list that was read before the label was set does not take it off the screen', async () => {
    serveThree()
    await renderApp(openedPath(1))
    const part = await readerOf()
    // The list of before arrives after the label is set, as when somebody opens an application and marks it at once.
    let arrive = (): void => undefined
    const isSlow = new Promise<void>((resolve) => (arrive = resolve))
    const before = received.requests
    host.on('memberships.requests', () => isSlow.then(() => ok({ data: before })))
    const reads = host.called('memberships.requests').length
    const key = ['memberships.requests']
    void queryClient.invalidateQueries({ queryKey: key })
    await waitFor(() => expect(host.called('memberships.requests').length).toBeGreaterThan(reads))
    host.on('requests.setLabel', ({ input }) => {
      host.on(
        'memberships.requests',
        ok({ data: before.map((one, at) => (at ? one : { ...one, label: 'shortlist' })) }),
      )
      return ok({ data: input.body })
    })
    await user.click(part.getByRole('button', { name: 'Shortlist' }))
    await waitFor(() => expect(sent('requests.setLabel')).toEqual([{ label: 'shortlist' }]))
    arrive()
    await waitFor(() => expect(queryClient.isFetching({ queryKey: key })).toBe(0))
    expect((await rowOf(1)).getByText('Shortlist')).toBeTruthy()
  })

  test('[LETTER-21] a failed label goes back to what it was, and says so', async () => {
    serveReceived(requestOf(1, { label: 'maybe' }))
    host.on('requests.setLabel', failedReply(500, 'INTERNAL'))
    await renderApp(openedPath(1))
    await user.click((await readerOf()).getByRole('button', { name: 'No' }))
    expect(await screen.findByText('Failed to set the label. Please try again.')).toBeTruthy()
    expect((await rowOf(1)).getByText('Maybe')).toBeTruthy()
  })

  test('[LETTER-21] the list is narrowed to a label, and the address keeps that', async () => {
    const labels: PrivateLabel[] = ['maybe', 'shortlist', 'maybe']
    serveReceived(...labels.map((label, at) => requestOf(at + 1, { label })))
    const { path: address } = await renderApp(receivedPath)
    await user.click(await screen.findByRole('button', { name: 'Maybe 2' }))
    expect(screen.getAllByRole('article').map((one) => one.getAttribute('aria-label'))).toEqual([
      'Request of applicant-1',
      'Request of applicant-3',
    ])
    expect(screen.getByText('2 of 3 requests')).toBeTruthy()
    expect(address()).toBe(collaboratorsPath('?view=requests&label=maybe'))
  })

  test('[LETTER-27] a typed note stays when saving fails, and while another application is read', async () => {
    serveThree()
    host.on('requests.saveNotes', failedReply(503, 'UNAVAILABLE'))
    await renderApp(openedPath(1))
    const field = async (number = 1) => (await readerOf(number)).findByRole('textbox', { name: 'Private notes' })
    await user.type(await field(), 'Ask about charts.')
    await user.click((await readerOf()).getByRole('button', { name: 'Save notes' }))
    expect(await (await readerOf()).findByText(/Not saved, and kept here/)).toBeTruthy()
    await user.click((await readerOf()).getByRole('button', { name: 'Next application' }))
    expect(((await field(2)) as HTMLTextAreaElement).value).toBe('')
    await user.click((await readerOf(2)).getByRole('button', { name: 'Previous application' }))
    expect(((await field()) as HTMLTextAreaElement).value).toBe('Ask about charts.')
    const saved = { text: 'Ask about charts.', version: 1, by: null, at: '2026-11-23T05:00:00.000Z' }
    host.on('requests.saveNotes', ok({ data: saved }))
    host.on('requests.notes', ok({ data: saved }))
    await user.click((await readerOf()).getByRole('button', { name: 'Save notes' }))
    expect(await (await readerOf()).findByText(/^Saved /)).toBeTruthy()
    expect(sent('requests.saveNotes').at(-1)).toEqual({ text: 'Ask about charts.', version: 0 })
  })

  test('[LETTER-27] a note cannot be typed over while it is saved, and is saved although another application is opened', async () => {
    serveThree()
    const saved = { text: 'Ask about charts.', version: 1, by: null, at: '2026-11-23T05:00:00.000Z' }
    let save: (() => void) | undefined
    host.on('requests.saveNotes', () => new Promise((resolve) => (save = () => resolve(ok({ data: saved })))))
    await renderApp(openedPath(1))
    const field = async (number = 1) =>
      (await readerOf(number)).findByRole<HTMLTextAreaElement>('textbox', { name: 'Private notes' })
    await user.type(await field(), 'Ask about charts.')
    await user.click((await readerOf()).getByRole('button', { name: 'Save notes' }))
    await user.type(await field(), ' And more.')
    expect((await field()).value).toBe('Ask about charts.')
    await user.click((await readerOf()).getByRole('button', { name: 'Next application' }))
    await readerOf(2)
    host.on('requests.notes', ok({ data: saved }))
    await act(async () => save?.())
    await user.click((await readerOf(2)).getByRole('button', { name: 'Previous application' }))
    await user.type(await field(), ' And maps.')
    await user.click((await readerOf()).getByRole('button', { name: 'Save notes' }))
    // The next change is based on what was saved.
    expect(sent('requests.saveNotes').at(-1)).toEqual({ text: 'Ask about charts. And maps.', version: 1 })
  })

  test('[LETTER-18] notes that somebody else has changed meanwhile are shown, and nothing is written over', async () => {
    serveThree()
    const newer = { text: 'Asked already.', version: 4, by: { id: projectID, username: 'kofi', name: '' }, at: null }
    host.on('requests.saveNotes', {
      ...failedReply(409, 'CONFLICT', 'Somebody else has changed these notes since.'),
      error: { message: 'Changed.', code: 'CONFLICT', newer },
    })
    await renderApp(openedPath(1))
    await user.type(await (await readerOf()).findByRole('textbox', { name: 'Private notes' }), 'Mine.')
    await user.click((await readerOf()).getByRole('button', { name: 'Save notes' }))
    expect(await (await readerOf()).findByText(/kofi has changed these notes: Asked already\./)).toBeTruthy()
    host.on('requests.saveNotes', ok({ data: { ...newer, text: 'Mine.', version: 5 } }))
    await user.click((await readerOf()).getByRole('button', { name: 'Keep mine' }))
    await waitFor(() => expect(sent('requests.saveNotes').at(-1)).toEqual({ text: 'Mine.', version: 4 }))
  })
})
