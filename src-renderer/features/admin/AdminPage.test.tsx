import { configure, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { failedReply } from '#shared/api-client/index.ts'
import { fill, user } from '#support/quick-user.ts'
import { host, ok } from '#support/fake-platform.ts'
import {
  idOf,
  time,
  waiting,
  application,
  pageOf,
  click,
  rowOf,
  approve,
  setUpAdministration,
} from '#support/administration.ts'
import { clearApp, renderApp } from '#support/render-app.tsx'

const emailField = () => screen.getByLabelText<HTMLInputElement>('Email address')

// The grid's code is loaded by the test that runs first, and the order of tests is random; so every test may wait longer.
configure({ asyncUtilTimeout: 20_000 })
beforeEach(setUpAdministration)
afterEach(clearApp)

test('[ADM-01][ADM-02] the page opens only when the waitlist answers; Retry asks again', async () => {
  host.on('waitlist.list', failedReply(403, 'FORBIDDEN', 'No'))
  const { path } = await renderApp('/founder/admin')
  expect(await screen.findByRole('heading', { name: 'Waitlist Access Required' })).toBeDefined()
  expect(screen.queryByRole('tab')).toBeNull()
  expect(path()).toBe('/founder/admin')
  host.on('waitlist.list', pageOf([waiting(1)]))
  await click('Retry')
  expect(await screen.findByRole('tab', { name: 'Waitlist' })).toBeDefined()
})

test('[ADM-07] the waitlist is a table of address, Invited or not, the time or Never, and the day of joining', async () => {
  await renderApp('/founder/admin')
  await screen.findByText('person1@example.org')
  expect(screen.getByRole('grid', { name: 'Waitlist' })).toBeDefined()
  expect(rowOf('person1@example.org').getByText('Not Invited')).toBeDefined()
  expect(rowOf('person1@example.org').getByText('Never')).toBeDefined()
  expect(rowOf('person2@example.org').getByText('Invited')).toBeDefined()
  expect(rowOf('person2@example.org').getByText('Jan 5, 2025')).toBeDefined()
  expect(screen.getByRole('columnheader', { name: 'Joined' })).toBeDefined()
  expect(rowOf('person2@example.org').getByText('Jan 2, 2025')).toBeDefined()
})

test('[ADM-07] the waitlist shows the state of each invitation’s mail', async () => {
  const mailed = [
    { ...waiting(1, time), mailState: 'sent' },
    { ...waiting(2, time), mailState: 'queued' },
    { ...waiting(3, time), mailState: 'failed', mailError: '550 no such mailbox' },
    waiting(4),
  ]
  host.on('waitlist.list', pageOf(mailed))
  await renderApp('/founder/admin')
  await screen.findByText('person1@example.org')
  expect(rowOf('person1@example.org').getByText('Sent')).toBeDefined()
  expect(rowOf('person2@example.org').getByText('Waiting')).toBeDefined()
  expect(rowOf('person3@example.org').getByText('Failed').closest('[title]')?.getAttribute('title')).toBe(
    '550 no such mailbox',
  )
  expect(rowOf('person4@example.org').getByText('–')).toBeDefined()
})

test('[ADM-03][ADM-05][ADM-08] a row fills its address into the form; the invitation is created and a toast says so', async () => {
  let arrive = () => undefined as void
  const sent = new Promise<void>((resolve) => (arrive = resolve))
  host.on('waitlist.createInvitation', () => sent.then(() => ok({ data: waiting(1, time) })))
  await renderApp('/founder/admin')
  await screen.findByText('person1@example.org')
  await click('Invite person1@example.org')
  expect(emailField().value).toBe('person1@example.org')
  expect(document.activeElement).toBe(emailField())
  await user.keyboard('{Enter}{Enter}')
  arrive()
  expect(await screen.findByText('Invitation created successfully')).toBeDefined()
  expect(host.called('waitlist.createInvitation').map(({ input }) => input.body)).toEqual([
    { email: 'person1@example.org' },
  ])
  expect(emailField().value).toBe('')
})

const takeOff = 'Remove person2@example.org from the waitlist'

test('[ENTRY-05] an address that a project wants says so, and one press lets it in', async () => {
  const wanted = { ...waiting(1), wantedBy: [{ name: 'Marta', project: 'Harbour map' }] }
  host.on('waitlist.list', pageOf([wanted, waiting(2)]))
  host.on('waitlist.createInvitation', () => {
    host.on('waitlist.list', pageOf([{ ...wanted, isInvited: true }, waiting(2)]))
    return ok({ data: { ...wanted, isInvited: true }, isSkipped: false })
  })
  await renderApp('/founder/admin')
  await screen.findByText('Marta wants them in Harbour map')
  expect(host.called('waitlist.createInvitation')).toEqual([])
  await click('Let in person1@example.org')
  await waitFor(() => expect(rowOf('person1@example.org').getByText('Invited')).toBeTruthy())
  expect(host.called('waitlist.createInvitation').map(({ input }) => input.body)).toEqual([
    { email: 'person1@example.org' },
  ])
  // Who is in already gets a new link by the form, as everybody else.
  expect(screen.getByRole('button', { name: 'Invite person1@example.org' })).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Invite person2@example.org' })).toBeTruthy()
})

test('an address is taken off the waitlist after a question, and the list is read again', async () => {
  host.on('capabilities.list', ok({ data: ['waitlistRemoval'] }))
  host.on('waitlist.remove', () => {
    host.on('waitlist.list', pageOf([waiting(1)]))
    return ok({ message: 'The address is off the waitlist.' })
  })
  await renderApp('/founder/admin')
  await user.click(await screen.findByRole('button', { name: takeOff }))
  const question = within(await screen.findByRole('dialog'))
  expect(question.getByText(/An unused invitation link stops working/)).toBeDefined()
  await user.click(question.getByRole('button', { name: 'Cancel' }))
  expect(host.called('waitlist.remove')).toEqual([])
  // While the question closes, the page behind it is not there for assistive technology.
  await user.click(await screen.findByRole('button', { name: takeOff }))
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Remove' }))
  expect(await screen.findByText('person2@example.org was removed from the waitlist')).toBeDefined()
  expect(host.called('waitlist.remove').map(({ input }) => input.params)).toEqual([{ id: idOf(2) }])
  await waitFor(() => expect(screen.queryByRole('button', { name: takeOff })).toBeNull())
  // The focus does not fall to the page's beginning.
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Waitlist' })))
})

test('when the last row of the last page is gone, the page before it is shown', async () => {
  const page = (number: number, rows: unknown[], total: number) =>
    ok({ data: rows, pagination: { page: number, limit: 25, total, totalPages: Math.ceil(total / 25) } })
  host.on('waitlist.list', ({ input }) => {
    const { page: asked } = input.query as { page: number }
    return asked === 2 ? page(2, [], 25) : page(1, [waiting(1)], 25)
  })
  const { path } = await renderApp('/founder/admin?page=2')
  expect(await screen.findByText('person1@example.org')).toBeDefined()
  expect(path()).toBe('/founder/admin')
})

test('a removal that fails says why; a server that cannot remove has no such button', async () => {
  host.on('capabilities.list', ok({ data: ['waitlistRemoval'] }))
  host.on('waitlist.remove', failedReply(404, 'NOT_FOUND', 'This address is not on the waitlist any more.'))
  await renderApp('/founder/admin')
  await user.click(await screen.findByRole('button', { name: takeOff }))
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Remove' }))
  expect(await screen.findByText('This address is not on the waitlist any more.')).toBeDefined()
  clearApp()
  host.userID = idOf(999)
  host.on('users.username', ok({ data: { username: 'root' } }))
  host.on('waitlist.list', pageOf([waiting(1), waiting(2, time)]))
  await renderApp('/founder/admin')
  await screen.findByText('person1@example.org')
  expect(screen.queryByRole('button', { name: takeOff })).toBeNull()
})

test('[ADM-04] a blank or broken address is refused in the form, and nothing is sent', async () => {
  await renderApp('/founder/admin')
  await screen.findByText('person1@example.org')
  await click('Send Invitation')
  expect(screen.getByText('Please enter a valid email address')).toBeDefined()
  fill(emailField(), 'not an address')
  await user.type(emailField(), '{Enter}')
  expect(screen.getByText('Please enter a valid email address')).toBeDefined()
  expect(host.called('waitlist.createInvitation')).toEqual([])
})

test('[ADM-06] a failed invitation says so and keeps the address', async () => {
  host.on('waitlist.createInvitation', failedReply(409, 'EMAIL_TAKEN', 'This address has an account already.'))
  await renderApp('/founder/admin')
  await screen.findByText('person1@example.org')
  fill(emailField(), 'ada@example.org')
  await user.type(emailField(), '{Enter}')
  expect((await screen.findByRole('alert')).textContent).toContain('Failed to create invitation')
  expect(screen.getByText('This address has an account already.')).toBeDefined()
  expect(emailField().value).toBe('ada@example.org')
})

test('[ADM-06] an address that is invited although its mail failed reads Invited at once', async () => {
  host.on('waitlist.createInvitation', () => {
    host.on('waitlist.list', pageOf([waiting(1, time)]))
    return failedReply(503, 'UNAVAILABLE', 'The address is invited, but the mail could not be sent. Please try again.')
  })
  await renderApp('/founder/admin')
  await screen.findByText('person1@example.org')
  await click('Invite person1@example.org')
  await user.keyboard('{Enter}')
  expect(await screen.findByText(/the mail could not be sent/)).toBeDefined()
  await waitFor(() => expect(rowOf('person1@example.org').getByText('Invited')).toBeDefined())
})

test('[ADM-09] a waitlist that cannot be loaded again says so, and Retry loads it', async () => {
  await renderApp('/founder/admin')
  await screen.findByText('person1@example.org')
  host.on('waitlist.list', failedReply(500, 'INTERNAL'))
  await user.type(screen.getByLabelText('Search the waitlist'), 'person{Enter}')
  expect(await screen.findByText('Failed to fetch waitlist users')).toBeDefined()
  host.on('waitlist.list', pageOf([waiting(7)]))
  await click('Retry')
  expect(await screen.findByText('person7@example.org')).toBeDefined()
})

test('the search and the page are in the address; a search without results differs from an empty waitlist', async () => {
  host.on('waitlist.list', ({ input }) => ((input.query as { q?: string }).q ? pageOf([]) : pageOf([waiting(1)], 60)))
  const { path } = await renderApp('/founder/admin')
  await screen.findByText('person1@example.org')
  await user.click(screen.getByRole('link', { name: 'Page 2' }))
  await waitFor(() => expect(path()).toBe('/founder/admin?page=2'))
  await user.type(screen.getByLabelText('Search the waitlist'), 'zz{Enter}')
  expect(await screen.findByText('Nobody matches')).toBeDefined()
  expect(path()).toBe('/founder/admin?q=zz')
})

/** The head of a column; the name of a sorted one includes its button. */
const header = (name: string) => screen.getByRole('columnheader', { name: new RegExp(`^${name}( Sort)?$`) })
type Listing = 'waitlist.list' | 'creatorApplications.list'
/** The calls of a table: those for one row alone ask whether, and how many, there are. */
const tablesRead = (operation: Listing) =>
  host.called(operation).filter(({ input }) => (input.query as { limit: number }).limit !== 1)
const askedFor = (operation: Listing) => tablesRead(operation).at(-1)?.input.query as object

test("[ADM-07] the server sorts the waitlist: a click on a column's head does it, aria-sort tells it, the address keeps it", async () => {
  host.on('waitlist.list', pageOf([waiting(1)], 60))
  const { path } = await renderApp('/founder/admin?page=2')
  await screen.findByText('person1@example.org')
  expect(askedFor('waitlist.list')).toEqual({ page: 2, limit: 25 })
  await user.click(screen.getByText('Last invited'))
  await waitFor(() => expect(path()).toBe('/founder/admin?sort=lastInvitedAt%3Aasc'))
  await waitFor(() => expect(askedFor('waitlist.list')).toMatchObject({ sort: 'lastInvitedAt', direction: 'asc' }))
  expect(header('Last invited').getAttribute('aria-sort')).toBe('ascending')
  expect(screen.getByRole('link', { name: 'Page 2' }).getAttribute('href')).toBe(
    '/founder/admin?sort=lastInvitedAt%3Aasc&page=2',
  )
  await user.type(screen.getByLabelText('Search the waitlist'), 'ann{Enter}')
  await waitFor(() => expect(path()).toBe('/founder/admin?q=ann&sort=lastInvitedAt%3Aasc'))
  await user.click(screen.getByText('Action'))
  expect(path()).toBe('/founder/admin?q=ann&sort=lastInvitedAt%3Aasc')
})

test('[ADM-11] creator applications are sorted by keyboard, up, down and not at all; the other tab begins unsorted', async () => {
  const { path } = await renderApp('/founder/admin?tab=applications&sort=tier:desc&status=0')
  await screen.findByText('user1')
  expect(askedFor('creatorApplications.list')).toMatchObject({ sort: 'tier', direction: 'desc', status: 0 })
  expect(header('Tier').getAttribute('aria-sort')).toBe('descending')
  header('User').focus()
  await user.keyboard('{Enter}')
  await waitFor(() => expect(header('User').getAttribute('aria-sort')).toBe('ascending'))
  expect(askedFor('creatorApplications.list')).toMatchObject({ sort: 'name', direction: 'asc', status: 0 })
  await user.keyboard('{Enter}')
  await waitFor(() => expect(header('User').getAttribute('aria-sort')).toBe('descending'))
  await user.keyboard('{Enter}')
  await waitFor(() => expect(path()).toBe('/founder/admin?tab=applications&status=0'))
  expect(askedFor('creatorApplications.list')).toEqual({ page: 1, limit: 25, status: 0 })
  await user.keyboard('{Enter}')
  await user.click(screen.getByRole('tab', { name: 'Waitlist' }))
  await waitFor(() => expect(path()).toBe('/founder/admin'))
})

test('an order that the list does not have is ignored', async () => {
  await renderApp('/founder/admin?sort=tier:desc')
  await screen.findByText('person1@example.org')
  expect(askedFor('waitlist.list')).toEqual({ page: 1, limit: 25 })
})

test('[ADM-11][ADM-12] creator applications are a table; only pending ones can be decided', async () => {
  await renderApp('/founder/admin')
  await user.click(await screen.findByRole('tab', { name: 'Creator Applications' }))
  await screen.findByText('user1')
  const titles = screen.getAllByRole('columnheader').map((one) => one.textContent)
  expect(titles).toEqual(['User', 'Email', 'Tier', 'Status', 'Applied', 'Actions'])
  const first = rowOf('user1')
  for (const text of ['user1@example.org', 'Bronze', 'Pending', 'Jan 5, 2025'])
    expect(first.getByText(text)).toBeDefined()
  expect(first.getAllByRole('button').map((one) => one.textContent)).toEqual(['Approve', 'Reject'])
  expect(rowOf('user2').queryAllByRole('button')).toEqual([])
})

test('[ADM-12] applicants are shown by name, then username, in the table and in the dialog that decides', async () => {
  const named = application(1, 0)
  const user1 = { ...named.user, name: 'Ada Lovelace' }
  host.on('creatorApplications.list', pageOf([{ ...named, user: user1 }]))
  await renderApp('/founder/admin?tab=applications')
  const name = await screen.findByText('Ada Lovelace')
  expect(name.closest('a')?.getAttribute('href')).toBe('/pf/user1')
  expect(screen.getByText('@user1')).toBeDefined()
  await click('Reject Ada Lovelace (@user1)')
  expect(await screen.findByText(/^Ada Lovelace \(@user1\) cannot publish projects then/)).toBeDefined()
})

const openCreatorApplications = async () => {
  await renderApp('/founder/admin?tab=applications')
  await screen.findByText('user1')
}
/** How often the table was read; how many applications wait is asked beside it. */
const listings = () => tablesRead('creatorApplications.list').length

test('[ADM-13] Refresh fetches the creator applications again', async () => {
  await openCreatorApplications()
  host.on('creatorApplications.list', pageOf([application(3, 0)]))
  await click('Refresh')
  expect(await screen.findByText('user3')).toBeDefined()
})

test('[ADM-14][ADM-17] an approval shows a toast, changes the row at once and fetches the list again', async () => {
  await openCreatorApplications()
  let letThrough: (() => void) | undefined
  host.on('creatorApplications.approve', ok({ data: application(1, 1) }))
  host.on('creatorApplications.list', async () => {
    await new Promise<void>((resolve) => (letThrough = resolve))
    return pageOf([application(1, 1), application(2, 1)])
  })
  const before = listings()
  await approve('user1')
  expect(await screen.findByText('Application approved successfully! User can now create projects.')).toBeDefined()
  expect(rowOf('user1').getByText('Approved')).toBeDefined()
  expect(listings()).toBe(before + 1)
  letThrough?.()
})

test('an approval asks first, because it cannot be taken back', async () => {
  await openCreatorApplications()
  await click('Approve user1')
  const question = within(await screen.findByRole('dialog', { name: 'Approve this application?' }))
  await user.click(question.getByRole('button', { name: 'Cancel' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(host.called('creatorApplications.approve')).toEqual([])
})

test('who applies again shows how often before, and with which answers', async () => {
  const again = { ...application(1, 0), earlier: 1 }
  const before = { ...application(3, 2), userID: again.userID, reason: 'Please show your work.' }
  host.on('creatorApplications.list', pageOf([again, application(2, 0)]))
  host.on('creatorApplications.ofUser', ok({ data: [again, before] }))
  await renderApp('/founder/admin?tab=applications')
  await screen.findByText('user2')
  expect(rowOf('user2').queryByRole('button', { name: /earlier/ })).toBeNull()
  await click('1 earlier by user1')
  const dialog = within(await screen.findByRole('dialog', { name: 'Applications of user1' }))
  const entries = (await dialog.findAllByRole('listitem')).map((one) => one.textContent)
  expect(entries).toEqual([
    'PendingApplied Jan 5, 2025',
    'RejectedApplied Jan 5, 2025 · last changed Jan 5, 2025The answer:Please show your work.',
  ])
  expect(host.called('creatorApplications.ofUser')[0]?.input).toEqual({ params: { id: again.userID } })
  await user.click(dialog.getByRole('button', { name: 'Close' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('tab and profile menu say how many creator applications wait', async () => {
  host.on('users.adminAccess', ok({ data: true }))
  host.on('creatorApplications.list', pageOf([application(1, 0)], 6))
  await renderApp('/founder/admin')
  const tab = await screen.findByRole('tab', { name: 'Creator Applications' })
  await waitFor(() => expect(tab.getAttribute('aria-description')).toBe('6 applications wait'))
  expect(within(tab).getByText('6')).toBeDefined()
  await user.click(screen.getByRole('button', { name: 'Profile menu of root' }))
  const item = await screen.findByRole('menuitem', { name: 'Administration' })
  expect(item.getAttribute('aria-description')).toBe('6 creator applications wait')
})

test('[ADM-15] rejecting asks first and takes a reason', async () => {
  await openCreatorApplications()
  host.on('creatorApplications.reject', ok({ data: application(1, 2) }))
  await click('Reject user1')
  const dialog = within(await screen.findByRole('dialog', { name: 'Reject this application?' }))
  fill(dialog.getByLabelText('Reason (optional)'), ' Finish a task first ')
  await user.click(dialog.getByRole('button', { name: 'Reject application' }))
  expect(await screen.findByText('Application rejected. User will need to apply again in the future.')).toBeDefined()
  expect(host.called('creatorApplications.reject')[0]?.input.body).toEqual({ reason: 'Finish a task first' })
})

test.each([
  ['This application has already been decided.', 409, 'This application has already been decided.'],
  ['', 500, 'Failed to approve/reject application'],
])('[ADM-16] a decision that fails (%s) shows why', async (message, status, text) => {
  await openCreatorApplications()
  host.on('creatorApplications.approve', failedReply(status, 'X', message))
  await approve('user1')
  expect(await screen.findByText(text)).toBeDefined()
  expect(rowOf('user1').getByText('Pending')).toBeDefined()
})

test('[ADM-18] creator applications that do not load are an error with Retry', async () => {
  host.on('creatorApplications.list', failedReply(500, 'INTERNAL'))
  await renderApp('/founder/admin?tab=applications')
  expect(await screen.findByText('Failed to fetch creator applications')).toBeDefined()
  host.on('creatorApplications.list', pageOf([application(4, 0)]))
  await click('Retry')
  expect(await screen.findByText('user4')).toBeDefined()
})

test('only an administrator finds the page in the profile menu', async () => {
  host.on('users.adminAccess', ok({ data: true }))
  await renderApp('/talent')
  await user.click(await screen.findByRole('button', { name: 'Profile menu of root' }))
  expect((await screen.findByRole('menuitem', { name: 'Administration' })).getAttribute('href')).toBe('/founder/admin')
})
