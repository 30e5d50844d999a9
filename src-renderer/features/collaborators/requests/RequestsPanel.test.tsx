import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { failedReply } from '#shared/api-client/index.ts'
import { collaboratorsPath, requestOf, serveTeam } from '#support/collaborators.ts'
import { host, ok } from '#support/fake-platform.ts'
import { pressTwice, user } from '#support/quick-user.ts'
import { clearApp, renderApp } from '#support/render-app.tsx'
import { projectID } from '#support/workspace.ts'

afterEach(clearApp)

const requests = collaboratorsPath('?view=requests')
const answered = ok({
  data: {
    hasProject: true,
    project: { id: projectID, title: 'Harbour map', description: 'Words' },
    role: 'member',
    status: 1,
    isApproved: true,
    requestId: null,
  },
})
const card = async (number: number) =>
  within(await screen.findByRole('article', { name: new RegExp(`^Request of (applicant-${number}|Ada Lovelace)$`) }))
const confirmReject = async () =>
  user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Reject' }))

test("[COL-41] the tab chooses between 'Requests Sent' and 'Requests Received', and the address has the choice", async () => {
  serveTeam({
    received: [requestOf(1, { name: 'Ada Lovelace' })],
    sent: [requestOf(2, { type: 'sent', role: 'admin', message: 'Please come.' })],
  })
  const { path } = await renderApp(requests)
  expect((await card(1)).getByText('Applied on Mar 5, 2025')).toBeTruthy()
  expect((await card(1)).getByRole('link', { name: 'Ada Lovelace' })).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Requests Sent' }))
  expect((await card(2)).getByText('Invited as Admin on Mar 5, 2025')).toBeTruthy()
  expect((await card(2)).getByText('Please come.')).toBeTruthy()
  expect(screen.queryByRole('article', { name: /(applicant-1|Ada Lovelace)$/ })).toBeNull()
  expect(path()).toBe(collaboratorsPath('?view=requests&type=sent'))
  await user.click(screen.getByRole('button', { name: 'Requests Received' }))
  expect(await card(1)).toBeTruthy()
})

test('on a first visit the list is drawn once it is known whether the server has the reader', async () => {
  serveTeam({ received: [requestOf(1)] })
  let answer = () => {}
  host.on('capabilities.list', () => new Promise((resolve) => (answer = () => resolve(ok({ data: [] })))))
  await renderApp(requests)
  expect(await screen.findByRole('button', { name: 'Requests Received' })).toBeTruthy()
  expect(screen.queryByRole('article')).toBeNull()
  answer()
  expect(await card(1)).toBeTruthy()
})

test('[COL-55] a double click on Approve sends one call and shows one toast', async () => {
  serveTeam({ received: [requestOf(1)] })
  host.on('memberships.answer', answered)
  await renderApp(requests)
  pressTwice((await card(1)).getByRole('button', { name: 'Approve' }))
  expect(await screen.findByText('Request accepted successfully!')).toBeTruthy()
  expect(host.called('memberships.answer')).toHaveLength(1)
  expect(screen.queryByText('Failed to accept request. Please try again.')).toBeNull()
})

test('[COL-44] only received requests that are not answered yet have Approve and Reject', async () => {
  serveTeam({
    received: [requestOf(1), requestOf(2, { status: 1 }), requestOf(3, { status: 2 })],
    sent: [requestOf(4, { type: 'sent' })],
  })
  await renderApp(requests)
  const buttons = async (number: number) => (await card(number)).queryAllByRole('button').map((one) => one.textContent)
  expect(await buttons(1)).toEqual(['Approve', 'Reject'])
  expect(await buttons(2)).toEqual([])
  expect(await buttons(3)).toEqual([])
  await user.click(screen.getByRole('button', { name: 'Requests Sent' }))
  expect(await buttons(4)).toEqual([])
})

test.each([200, 201])(
  "[COL-45] Approve sends accept=true; a %i says 'Request accepted successfully!' and reads requests and members anew",
  async (status) => {
    serveTeam({ received: [requestOf(1)] })
    host.on('memberships.answer', { ...answered, status })
    await renderApp(requests)
    const approve = (await card(1)).getByRole('button', { name: 'Approve' })
    host.on('memberships.requests', ok({ data: [requestOf(1, { status: 1 })] }))
    const members = host.called('memberships.members').length
    await user.click(approve)
    expect(await screen.findByText('Request accepted successfully!')).toBeTruthy()
    expect(host.called('memberships.answer').map(({ input }) => input)).toEqual([
      { params: { id: projectID, userId: requestOf(1).userID }, body: { accept: true } },
    ])
    await waitFor(async () => expect((await card(1)).queryByRole('button')).toBeNull())
    expect((await card(1)).getByText('Approved')).toBeTruthy()
    expect(host.called('memberships.members').length).toBeGreaterThan(members)
  },
)

test("[COL-46] Reject asks, sends accept=false and says 'Request rejected successfully!'", async () => {
  serveTeam({ received: [requestOf(1)] })
  host.on('memberships.answer', answered)
  await renderApp(requests)
  await user.click((await card(1)).getByRole('button', { name: 'Reject' }))
  await host.quiet()
  expect(host.called('memberships.answer')).toEqual([])
  await confirmReject()
  expect(await screen.findByText('Request rejected successfully!')).toBeTruthy()
  expect(host.called('memberships.answer')[0]?.input.body).toEqual({ accept: false })
})

test('[COL-47][COL-48] a failed answer is reported, and the request can be answered again', async () => {
  serveTeam({ received: [requestOf(1)] })
  host.on('memberships.answer', failedReply(500, 'INTERNAL'))
  await renderApp(requests)
  await user.click((await card(1)).getByRole('button', { name: 'Approve' }))
  expect(await screen.findByText('Failed to accept request. Please try again.')).toBeTruthy()
  await waitFor(async () =>
    expect((await card(1)).getByRole('button', { name: 'Reject' }).hasAttribute('disabled')).toBe(false),
  )
  await user.click((await card(1)).getByRole('button', { name: 'Reject' }))
  await confirmReject()
  expect(await screen.findByText('Failed to reject request. Please try again.')).toBeTruthy()
})

test("[COL-49] a request without a user id says 'Invalid user ID. Please try again.' and sends nothing", async () => {
  const { userID: _userID, ...anonymous } = requestOf(1)
  serveTeam({ received: [anonymous] })
  await renderApp(requests)
  await user.click((await card(1)).getByRole('button', { name: 'Approve' }))
  expect(await screen.findByText('Invalid user ID. Please try again.')).toBeTruthy()
  await host.quiet()
  expect(host.called('memberships.answer')).toEqual([])
})

test('[COL-50] requests that fail to load are shown as an empty list with an error, and Retry loads them', async () => {
  serveTeam({ received: [requestOf(1)] })
  host.on('memberships.requests', failedReply(500, 'INTERNAL'))
  await renderApp(requests)
  expect(await screen.findByText('Failed to load requests', { selector: '.MuiAlertTitle-root' })).toBeTruthy()
  expect(screen.queryByRole('article')).toBeNull()
  expect(screen.queryByText('No received requests')).toBeNull()
  host.on('memberships.requests', ok({ data: [] }))
  await user.click(screen.getByRole('button', { name: 'Retry' }))
  expect(await screen.findByText('No received requests')).toBeTruthy()
  expect(screen.queryByRole('article')).toBeNull()
})

test('[COL-51] on /collaborator-management/{projectID} Approve and Reject act as in the workspace', async () => {
  serveTeam({ received: [requestOf(1), requestOf(2)] })
  host.on('memberships.answer', answered)
  await renderApp(`/collaborator-management/${projectID}?view=requests`)
  await user.click((await card(1)).getByRole('button', { name: 'Approve' }))
  expect(await screen.findByText('Request accepted successfully!')).toBeTruthy()
  await user.click((await card(2)).getByRole('button', { name: 'Reject' }))
  await confirmReject()
  expect(await screen.findByText('Request rejected successfully!')).toBeTruthy()
  expect(host.called('memberships.answer').map(({ input }) => input)).toEqual([
    { params: { id: projectID, userId: requestOf(1).userID }, body: { accept: true } },
    { params: { id: projectID, userId: requestOf(2).userID }, body: { accept: false } },
  ])
})

test('an invitation that waits is taken back after a question, and leaves the list; an answered one has no such button', async () => {
  host.on('capabilities.list', ok({ data: ['invitations'] }))
  const sent = [requestOf(1, { type: 'sent' }), requestOf(2, { type: 'sent', status: 1 })]
  serveTeam({ sent })
  host.on('requests.withdraw', () => {
    serveTeam({ sent: sent.slice(1) })
    return ok({ message: 'The invitation was taken back.' })
  })
  await renderApp(collaboratorsPath('?view=requests&type=sent'))
  const name = 'Take back the invitation of applicant-1'
  await user.click(await screen.findByRole('button', { name }))
  const question = within(await screen.findByRole('dialog', { name: 'Take back the invitation of applicant-1?' }))
  expect(host.called('requests.withdraw')).toEqual([])
  await user.click(question.getByRole('button', { name: 'Take back' }))
  expect(await screen.findByText('The invitation of applicant-1 was taken back.')).toBeTruthy()
  expect(host.called('requests.withdraw').map(({ input }) => input)).toEqual([
    { params: { id: requestOf(1).id }, body: {} },
  ])
  await waitFor(() => expect(screen.queryByRole('article', { name: 'Request of applicant-1' })).toBeNull())
  expect((await card(2)).queryByRole('button', { name: /Take back/ })).toBeNull()
})

test('when the invitation was answered meanwhile, that is said and the list is read again', async () => {
  host.on('capabilities.list', ok({ data: ['invitations'] }))
  serveTeam({ sent: [requestOf(1, { type: 'sent' })] })
  host.on('requests.withdraw', () => {
    serveTeam({ sent: [requestOf(1, { type: 'sent', status: 1 })] })
    return failedReply(409, 'CONFLICT', 'This invitation was accepted.')
  })
  await renderApp(collaboratorsPath('?view=requests&type=sent'))
  await user.click(await screen.findByRole('button', { name: /^Take back/ }))
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Take back' }))
  expect(await screen.findByText('This invitation was accepted.')).toBeTruthy()
  await waitFor(() => expect(screen.queryByRole('button', { name: /^Take back/ })).toBeNull())
})

test('a host that cannot take invitations back has no button for it', async () => {
  host.on('capabilities.list', ok({ data: [] }))
  serveTeam({ sent: [requestOf(1, { type: 'sent' })] })
  await renderApp(collaboratorsPath('?view=requests&type=sent'))
  await card(1)
  await host.quiet()
  expect(screen.queryByRole('button', { name: /^Take back/ })).toBeNull()
})

test('[ENTRY-08] invitations by address are listed with what comes next, sent again once, and withdrawn after a question', async () => {
  serveTeam({ sent: [] })
  host.on('capabilities.list', ok({ data: ['mailInvitations'] }))
  const kept = { role: 'member', taskID: null, createdAt: '2026-11-28T10:00:00Z', isResent: false }
  const mailed = { ...kept, id: projectID, email: 'ana@example.org', state: 'mailed', endsAt: '2026-12-12T10:00:00Z' }
  const asked = { ...kept, id: requestOf(1).id, email: 'tom@example.org', state: 'asked', endsAt: null }
  const listed = [mailed, asked]
  host.on('addressInvitations.list', () => ok({ data: [...listed], mode: 'ask' }))
  host.on('addressInvitations.resend', () => {
    listed[0] = { ...mailed, isResent: true }
    return ok({ data: listed[0] })
  })
  host.on('addressInvitations.remove', () => {
    listed.pop()
    return ok({ message: 'The invitation is withdrawn.' })
  })
  await renderApp(collaboratorsPath('?view=requests&type=sent'))
  const section = within(await screen.findByRole('region', { name: 'Invited by address' }))
  const [first, second] = section.getAllByRole('listitem')
  expect(first?.textContent).toContain('Invited as Member on Nov 28, 2026. Mailed; open until Dec 12, 2026.')
  expect(second?.textContent).toContain('The mail leaves when an administrator lets the address in.')
  expect(section.getAllByRole('button', { name: 'Send again' })).toHaveLength(1)
  expect(screen.queryByText('No sent requests')).toBeNull()
  expect(screen.queryByText('0 requests')).toBeNull()
  await user.click(section.getByRole('button', { name: 'Send again' }))
  expect(await section.findByText(/Mailed twice; open until/)).toBeTruthy()
  expect(section.queryByRole('button', { name: 'Send again' })).toBeNull()
  const group = within(section.getByRole('group', { name: 'Invitation of tom@example.org' }))
  await user.click(group.getByRole('button', { name: 'Withdraw' }))
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Withdraw' }))
  expect(await screen.findByText('The invitation of tom@example.org is withdrawn.')).toBeTruthy()
  await waitFor(() => expect(section.queryByText('tom@example.org')).toBeNull())
  expect(host.called('addressInvitations.remove').map(({ input }) => input)).toEqual([
    { params: { id: projectID, invitationID: asked.id } },
  ])
})

test('[ENTRY-08] invitations by address that fail to load say so beside the requests, and Retry shows them', async () => {
  serveTeam({ sent: [] })
  host.on('capabilities.list', ok({ data: ['mailInvitations'] }))
  host.on('addressInvitations.list', failedReply(500, 'INTERNAL'))
  await renderApp(collaboratorsPath('?view=requests&type=sent'))
  expect(await screen.findByText('Failed to load the invitations by address')).toBeTruthy()
  expect(screen.getByText('No sent requests')).toBeTruthy()
  const kept = { role: 'member', taskID: null, createdAt: '2026-11-28T10:00:00Z', isResent: false }
  const asked = { ...kept, id: projectID, email: 'ana@example.org', state: 'asked', endsAt: null }
  host.on('addressInvitations.list', ok({ data: [asked], mode: 'ask' }))
  await user.click(screen.getByRole('button', { name: 'Retry' }))
  expect(await screen.findByText('ana@example.org')).toBeTruthy()
})
