import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { failedReply } from '#shared/api-client/index.ts'
import { requestOf } from '#support/collaborators.ts'
import { host, ok } from '#support/fake-platform.ts'
import { user } from '#support/quick-user.ts'
import {
  answered,
  focusedOn,
  openedPath,
  press,
  readerOf,
  received,
  receivedPath,
  rejectBy,
  rowOf,
  sent,
  serveReceived,
  serveThree,
} from '#support/received.ts'
import { clearApp, renderApp } from '#support/render-app.tsx'
import { projectID } from '#support/workspace.ts'

afterEach(clearApp)

describe('decisions', () => {
  test('[LETTER-22] [LETTER-30] Reject asks for one of five reasons, takes an own text, and sends both', async () => {
    serveThree()
    await renderApp(receivedPath)
    await user.click((await rowOf(1)).getByRole('button', { name: 'Reject' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Reject the request of Ada Lovelace?' }))
    expect(dialog.getAllByRole('radio').map((one) => one.parentElement?.parentElement?.textContent)).toEqual([
      'Somebody else was chosen',
      'Skills do not match',
      'Not enough time',
      'The project has changed',
      'Other',
    ])
    await user.click(dialog.getByRole('button', { name: 'Reject' }))
    expect(dialog.getByText('Please choose a reason.')).toBeTruthy()
    expect(sent('memberships.answerById')).toEqual([])
    await rejectBy('Not enough time', 'In spring, please.')
    expect(await screen.findByText('Request rejected successfully!')).toBeTruthy()
    expect(sent('memberships.answerById')).toEqual([
      { requestId: requestOf(1).id, accept: false, reason: 'time', text: 'In spring, please.' },
    ])
  })

  test('[LETTER-22] a text is kept when rejecting fails', async () => {
    serveThree()
    host.on('memberships.answerById', failedReply(503, 'UNAVAILABLE'))
    await renderApp(receivedPath)
    await user.click((await rowOf(1)).getByRole('button', { name: 'Reject' }))
    await rejectBy('Other', 'We are sorry.')
    const dialog = within(await screen.findByRole('dialog'))
    expect(await dialog.findByRole('alert')).toBeTruthy()
    expect(dialog.getByDisplayValue('We are sorry.')).toBeTruthy()
  })

  test('[LETTER-22] Escape keeps what was typed for this applicant, and offers it to nobody else', async () => {
    serveThree()
    await renderApp(receivedPath)
    const ask = async (number: number) => {
      await user.click((await rowOf(number)).getByRole('button', { name: 'Reject' }))
      return within(
        await screen.findByRole('dialog', {
          name: number === 1 ? 'Reject the request of Ada Lovelace?' : `Reject the request of applicant-${number}?`,
        }),
      )
    }
    const leave = async () => {
      await user.keyboard('{Escape}')
      await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    }
    const first = await ask(1)
    await user.click(first.getByRole('radio', { name: 'Not enough time' }))
    await user.type(first.getByRole('textbox', { name: /own words/ }), 'In spring, please.')
    await leave()
    expect((await ask(2)).queryByDisplayValue('In spring, please.')).toBeNull()
    await leave()
    const again = await ask(1)
    expect(again.getByDisplayValue('In spring, please.')).toBeTruthy()
    await user.click(again.getByRole('button', { name: 'Reject' }))
    await waitFor(() =>
      expect(sent('memberships.answerById')).toEqual([
        { requestId: requestOf(1).id, accept: false, reason: 'time', text: 'In spring, please.' },
      ]),
    )
  })

  test('[LETTER-26] whoever answers too late reads who decided what, and the list is read anew', async () => {
    serveThree()
    const late = failedReply(409, 'CONFLICT', 'kofi has rejected this application.')
    host.on('memberships.answerById', late)
    await renderApp(receivedPath)
    const reads = host.called('memberships.requests').length
    await user.click((await rowOf(1)).getByRole('button', { name: 'Approve' }))
    expect(await screen.findByText('kofi has rejected this application.')).toBeTruthy()
    await waitFor(() => expect(host.called('memberships.requests').length).toBeGreaterThan(reads))
    await user.click((await rowOf(2)).getByRole('button', { name: 'Reject' }))
    await rejectBy('Other', 'My words.')
    const dialog = within(await screen.findByRole('dialog'))
    expect((await dialog.findByRole('alert')).textContent).toBe(
      'kofi has rejected this application. Your text stays here for you to copy.',
    )
  })

  test('[LETTER-24] a rejection says who, why and until when it can be reopened; Reopen makes it pending', async () => {
    const rejected = requestOf(1, {
      status: 2,
      rejection: { reason: 'skills', text: 'Sorry.' },
      decision: {
        outcome: 'rejected',
        by: { id: projectID, username: 'kofi', name: '' },
        at: '2026-11-23T05:00:00.000Z',
      },
      reopenUntil: new Date(Date.now() + 3_600_000).toISOString(),
    })
    serveReceived(rejected, requestOf(2, { status: 2, reopenUntil: new Date(Date.now() - 1000).toISOString() }))
    host.on('requests.reopen', () => {
      received.requests = [requestOf(1)]
      return ok({ data: { answerBy: new Date().toISOString() } })
    })
    await renderApp(openedPath(1))
    const part = await readerOf()
    expect(part.getByText(/^kofi has rejected this application\./)).toBeTruthy()
    expect(part.getByText('Skills do not match')).toBeTruthy()
    await user.click(part.getByRole('button', { name: 'Next application' }))
    expect((await readerOf(2)).queryByRole('button', { name: 'Reopen' })).toBeNull()
    await user.click((await readerOf(2)).getByRole('button', { name: 'Previous application' }))
    await user.click((await readerOf()).getByRole('button', { name: 'Reopen' }))
    expect(await screen.findByText('The application waits for an answer again.')).toBeTruthy()
    expect(await (await readerOf()).findByRole('button', { name: 'Approve' })).toBeTruthy()
  })

  test('[LETTER-25] several are answered at once, and each row that was not says why', async () => {
    serveReceived(requestOf(1), requestOf(2), requestOf(3), requestOf(4, { status: 1 }))
    host.on('requests.decide', () => {
      received.requests = [requestOf(1, { status: 2 }), requestOf(2), requestOf(3)]
      return ok({
        data: [
          { id: requestOf(1).id, isDone: true, decision: null, code: null, reason: null },
          { id: requestOf(2).id, isDone: false, decision: null, code: 'CONFLICT', reason: 'kofi was quicker.' },
        ],
      })
    })
    await renderApp(receivedPath)
    expect((await rowOf(4)).queryByRole('checkbox', { name: 'Select applicant-4' })).toBeNull()
    for (const number of [1, 2]) await user.click((await rowOf(number)).getByRole('checkbox'))
    expect(await screen.findByText('2 applications selected')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: /^Reject \d…$/ }))
    await rejectBy('Somebody else was chosen', 'It was close.')
    expect(await screen.findByText('1 of 2 requests rejected.')).toBeTruthy()
    expect(sent('requests.decide')).toEqual([
      { ids: [requestOf(1).id, requestOf(2).id], accept: false, reason: 'otherChosen', text: 'It was close.' },
    ])
    expect((await rowOf(2)).getByRole('alert').textContent).toBe('Not done: kofi was quicker.')
    expect((await rowOf(3)).queryByRole('alert')).toBeNull()
    // What was written is there for whom it did not reach.
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await user.click(screen.getByRole('button', { name: /^Reject \d…$/ }))
    const again = within(await screen.findByRole('dialog', { name: 'Reject the request of applicant-2?' }))
    expect(again.getByDisplayValue('It was close.')).toBeTruthy()
    expect(again.getByRole<HTMLInputElement>('radio', { name: 'Somebody else was chosen' }).checked).toBe(true)
  })
})

describe('the keyboard', () => {
  test('[LETTER-28] J and K go through the list, Enter opens, and S, M and N label', async () => {
    serveThree()
    await renderApp(receivedPath)
    await rowOf(1)
    press('j')
    expect(focusedOn()).toMatch(/^Request of (applicant-1|Ada Lovelace)$/)
    press('j')
    expect(focusedOn()).toBe('Request of applicant-2')
    press('m')
    expect((await rowOf(2)).getByText('Maybe')).toBeTruthy()
    press('k')
    expect(focusedOn()).toMatch(/^Request of (applicant-1|Ada Lovelace)$/)
    await user.keyboard('{Enter}')
    await readerOf(1)
    press('j')
    await readerOf(2)
    press('n')
    await waitFor(() => expect(sent('requests.setLabel')).toEqual([{ label: 'maybe' }, { label: 'no' }]))
    press('s')
    await waitFor(() => expect(sent('requests.setLabel')).toHaveLength(3))
    expect(host.called('requests.setLabel').map(({ input }) => input.params)).toEqual(
      [2, 2, 2].map((number) => ({ id: requestOf(number).id })),
    )
  })

  test('[LETTER-28] in the reader, too: the next person is read, the focus with them, and a second press does nothing to them', async () => {
    serveReceived(requestOf(1), requestOf(2))
    await renderApp(openedPath(1))
    const approve = (await readerOf(1)).getByRole('button', { name: 'Approve' })
    const clock = vi.spyOn(Date, 'now').mockReturnValue(Date.now())
    await user.click(approve)
    await waitFor(() => expect(document.activeElement?.getAttribute('aria-label')).toBe('Application of applicant-2'))
    // The second half of a double click lands on the next person's button.
    await user.click((await readerOf(2)).getByRole('button', { name: 'Approve' }))
    expect(host.called('memberships.answerById')).toHaveLength(1)
    // Rows keep their places, and the toast says who is in.
    expect(screen.getAllByRole('article').map((one) => one.getAttribute('aria-label'))).toEqual([
      'Request of applicant-1',
      'Request of applicant-2',
    ])
    expect(await screen.findByText('applicant-1 is in.')).toBeTruthy()
    clock.mockRestore()
    await new Promise((done) => setTimeout(done, 800))
    await user.click((await readerOf(2)).getByRole('button', { name: 'Approve' }))
    await waitFor(() => expect(host.called('memberships.answerById')).toHaveLength(2))
  })

  test('[LETTER-28] after a decision the focus goes to the next application that waits', async () => {
    serveReceived(requestOf(1), requestOf(2), requestOf(3))
    host.on('memberships.answerById', ({ input }) => {
      const { requestId } = input.body as { requestId: string }
      received.requests = received.requests.map((one) => (one.id === requestId ? { ...one, status: 1 as const } : one))
      return answered
    })
    await renderApp(receivedPath)
    await user.click((await rowOf(1)).getByRole('button', { name: 'Approve' }))
    await waitFor(() => expect(focusedOn()).toBe('Request of applicant-2'))
    await user.click((await rowOf(2)).getByRole('button', { name: 'Reject' }))
    await rejectBy('Other')
    await waitFor(() => expect(focusedOn()).toBe('Request of applicant-3'))
    await user.keyboard('{Enter}')
    await user.click((await readerOf(3)).getByRole('button', { name: 'Approve' }))
    // Nobody else waits: it stays with what was decided.
    await waitFor(() => expect(document.activeElement?.getAttribute('aria-label')).toBe('Application of applicant-3'))
  })
})
