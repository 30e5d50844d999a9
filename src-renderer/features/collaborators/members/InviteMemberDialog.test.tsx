import { act, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { failedReply } from '#shared/api-client/index.ts'
import { ada, collaboratorsPath, requestOf, serveTeam } from '#support/collaborators.ts'
import { host, ok } from '#support/fake-platform.ts'
import { openTaskOf } from '#support/open-tasks.ts'
import { fill, pressTwice, user } from '#support/quick-user.ts'
import { clearApp, renderApp } from '#support/render-app.tsx'
import { projectID } from '#support/workspace.ts'
import { closeToast, useToasts } from '#lib/toast.ts'

afterEach(() => {
  vi.useRealTimers()
  clearApp()
})

const lin = { id: '01890000-0000-7000-8000-000000000801', username: 'lin', email: 'l***@people.test' }
const linus = { id: '01890000-0000-7000-8000-000000000802', username: 'linus', email: 'l***@other.test' }
const invited = ok({ data: { requestId: lin.id, userID: lin.id, projectID, role: 'member', status: 0 } })

const open = async () => {
  await renderApp(collaboratorsPath())
  await user.click(await screen.findByRole('button', { name: 'Invite Member' }))
  return within(await screen.findByRole('dialog', { name: 'Invite Member' }))
}
const field = () => screen.getByLabelText<HTMLInputElement>('Person')
const send = () => screen.getByRole('button', { name: /^Send/ })
const search = async (text: string) => {
  fill(field(), field().value + text)
  await user.type(field(), '{Enter}')
}
const pick = async (name: RegExp) => user.click(await screen.findByRole('option', { name }))
const searches = () => host.called('memberships.search').map(({ input }) => (input.params as { query: string }).query)
const serve = (found: unknown[] = [lin, linus]) => {
  serveTeam()
  host.on('memberships.search', ok({ data: found }))
}

test('[COL-20] owner and admin open the dialog, which has an address of its own; Escape closes it', async () => {
  serve()
  const { path } = await renderApp(collaboratorsPath('?dialog=invite'))
  const dialog = await screen.findByRole('dialog', { name: 'Invite Member' })
  await waitFor(() => expect(document.activeElement).toBe(within(dialog).getByLabelText('Person')))
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(path()).toBe(collaboratorsPath())
})

test('[COL-21][COL-22] a search of less than 2 characters is not sent, and hint and placeholder say so', async () => {
  serve()
  const dialog = await open()
  expect(field().placeholder).toContain('2 characters')
  expect(dialog.getByText('Type at least 2 characters')).toBeTruthy()
  await search('l')
  expect(dialog.getByText('Type at least 2 characters')).toBeTruthy()
  await search(' ')
  expect(searches()).toEqual([])
  await search('i')
  await waitFor(() => expect(searches()).toEqual(['l i']))
})

test('[COL-21] one letter is not sent, however long it stands in the field', async () => {
  serve()
  await open()
  vi.useFakeTimers()
  fill(field(), 'l')
  await act(() => vi.advanceTimersByTimeAsync(10_000))
  expect(searches()).toEqual([])
  expect(screen.getByText('Type at least 2 characters')).toBeTruthy()
})

test('[COL-55] a double click on Send Invitation sends one invitation, shows one toast and closes the dialog', async () => {
  serve()
  host.on('memberships.invite', invited)
  await open()
  await search('lin')
  await pick(/^L?lin[^u]/)
  pressTwice(send())
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(host.called('memberships.invite')).toHaveLength(1)
  expect(useToasts.getState().toasts.map(({ message }) => message)).toEqual([
    'Successfully invited lin to the project!',
  ])
})

test('[COL-23] the search is sent 2000 ms after the last key', async () => {
  serve()
  await open()
  vi.useFakeTimers()
  const type = (value: string) => fill(field(), value)
  const wait = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
  type('li')
  await wait(1500)
  type('lin')
  await wait(1999)
  expect(searches()).toEqual([])
  await wait(1)
  expect(searches()).toEqual(['lin'])
  await wait(5000)
  expect(searches()).toEqual(['lin'])
})

test('[COL-24][COL-26] Enter or a full email address searches at once; the list is at most 10rem high', async () => {
  serve()
  await open()
  await search('lin')
  await waitFor(() => expect(searches()).toEqual(['lin']))
  expect(host.called('memberships.search')[0]?.input).toEqual({
    params: { id: projectID, query: 'lin' },
    query: { global: 'true' },
  })
  expect((await screen.findAllByRole('option')).map((option) => option.textContent)).toEqual([
    'Llinl***@people.test',
    'Llinusl***@other.test',
  ])
  expect(getComputedStyle(screen.getByRole('listbox')).maxHeight).toBe('160px')
  fill(field(), 'lin@people.test')
  await waitFor(() => expect(searches()).toEqual(['lin', 'lin@people.test']))
})

test('[COL-25] a failed search shows an empty list and an error, and Enter tries again', async () => {
  serve()
  host.on('memberships.search', failedReply(500, 'INTERNAL'))
  await open()
  await search('lin')
  expect(await screen.findByText('The search failed. Press Enter to try again.')).toBeTruthy()
  expect(screen.queryByRole('option')).toBeNull()
  host.on('memberships.search', ok({ data: [lin] }))
  await user.keyboard('{Enter}')
  expect(await screen.findByRole('option', { name: /lin/ })).toBeTruthy()
})

test('[COL-27] a picked person locks the field, and the x clears it', async () => {
  serve()
  const dialog = await open()
  await search('lin')
  await pick(/^\S*linus/)
  expect(field().readOnly).toBe(true)
  expect(field().value).toBe('linus (l***@other.test)')
  expect(screen.queryByRole('listbox', { hidden: false })).toBeNull()
  await user.click(dialog.getByRole('button', { name: 'Clear selection' }))
  expect(field().readOnly).toBe(false)
  expect(field().value).toBe('')
  expect(document.activeElement).toBe(field())
})

test('the results are walked and picked by keyboard, and Escape closes the list before the dialog', async () => {
  serve()
  await open()
  await search('lin')
  const options = await screen.findAllByRole('option')
  await user.keyboard('{ArrowDown}{ArrowDown}')
  expect(field().getAttribute('aria-activedescendant')).toBe(options[1]?.id)
  expect(options.map((option) => option.getAttribute('aria-selected'))).toEqual(['false', 'true'])
  await user.keyboard('{Escape}')
  expect(screen.queryByRole('option')).toBeNull()
  expect(screen.getByRole('dialog')).toBeTruthy()
  await user.keyboard('{ArrowUp}{Enter}')
  expect(field().value).toBe('lin (l***@people.test)')
})

test('a person who is a member, was invited or has applied cannot be picked, and the list says why', async () => {
  serve([{ id: ada, username: 'ada', email: 'ada@example.org' }, lin, linus])
  host.on('memberships.requests', ({ input }) =>
    ok({
      data: [
        (input.query as { type: string }).type === 'sent'
          ? requestOf(1, { userID: lin.id, type: 'sent' })
          : requestOf(2, { userID: linus.id }),
      ],
    }),
  )
  await open()
  await search('an')
  for (const [name, reason] of [
    [/ada@/, 'Already here'],
    [/people\.test/, 'Already invited'],
    [/other\.test/, 'Has applied'],
  ] as const) {
    const option = await screen.findByRole('option', { name })
    expect(option.getAttribute('aria-disabled')).toBe('true')
    expect(option.textContent).toContain(reason)
    await user.click(option)
  }
  expect(field().readOnly).toBe(false)
  expect(send().hasAttribute('disabled')).toBe(true)
})

test('[COL-28][COL-29][COL-30] the role is required and begins as member, the message is optional, and a person must be picked', async () => {
  serve()
  host.on('memberships.invite', invited)
  const dialog = await open()
  const group = dialog.getByRole('radiogroup', { name: /^Role/ })
  expect(group.getAttribute('aria-required')).toBe('true')
  const radios = within(group).getAllByRole<HTMLInputElement>('radio')
  expect(radios.map(({ value, checked }) => [value, checked])).toEqual([
    ['admin', false],
    ['member', true],
  ])
  expect(dialog.getByLabelText('Message (optional)')).toBeTruthy()
  fill(dialog.getByLabelText('Message (optional)'), 'Come')
  expect(send().hasAttribute('disabled')).toBe(true)
  expect(dialog.getByText('Pick a person first, or invite a full address.')).toBeTruthy()
  fill(dialog.getByLabelText('Message (optional)'), '')
  await search('lin')
  expect(send().hasAttribute('disabled')).toBe(true)
  await pick(/people/)
  expect(send().hasAttribute('disabled')).toBe(false)
  await user.click(send())
  await waitFor(() => expect(host.called('memberships.invite')[0]?.input.body).toEqual({ role: 'member' }))
})

test('[COL-31][COL-32][COL-33] while the invitation is sent the button is disabled and reads Sending...; then the form is cleared and closed', async () => {
  serve()
  let answer: (reply: typeof invited) => void = () => undefined
  host.on('memberships.invite', () => new Promise((resolve) => (answer = resolve)))
  const dialog = await open()
  await search('lin')
  await pick(/people/)
  await user.click(dialog.getByRole('radio', { name: /^Admin/ }))
  fill(dialog.getByLabelText('Message (optional)'), 'We like your maps.')
  await user.click(send())
  await waitFor(() => expect(send().textContent).toBe('Sending...'))
  expect(send().hasAttribute('disabled')).toBe(true)
  expect(host.called('memberships.invite')[0]?.input).toEqual({
    params: { id: projectID, userId: lin.id },
    body: { role: 'admin', message: 'We like your maps.' },
  })
  act(() => answer(invited))
  expect(await screen.findByText('Successfully invited lin to the project!')).toBeTruthy()
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  const opener = screen.getByRole('button', { name: 'Invite Member' })
  await waitFor(() => expect(document.activeElement).toBe(opener))
  await user.click(opener)
  await screen.findByRole('dialog', { name: 'Invite Member' })
  expect(field().value).toBe('')
  expect(screen.getByLabelText<HTMLInputElement>('Message (optional)').value).toBe('')
  expect(screen.getByRole<HTMLInputElement>('radio', { name: /^Member/ }).checked).toBe(true)
})

test("[COL-34] any failure shows 'Something went wrong. Please try again.' and keeps the form", async () => {
  serve()
  await open()
  await search('lin')
  await pick(/people/)
  for (const reply of [
    failedReply(409, 'CONFLICT', 'This person has already been invited.'),
    failedReply(0, 'NETWORK'),
    { ok: true, status: 204, data: '' } as const,
  ]) {
    host.on('memberships.invite', reply)
    await user.click(send())
    expect(await screen.findByText('Something went wrong. Please try again.')).toBeTruthy()
    expect(field().value).toBe('lin (l***@people.test)')
    expect(send().hasAttribute('disabled')).toBe(false)
    act(() => useToasts.getState().toasts.forEach(({ id }) => closeToast(id)))
  }
  expect(host.called('memberships.invite')).toHaveLength(3)
})

test('a half-filled invitation is not thrown away without a question', async () => {
  serve()
  const dialog = await open()
  fill(dialog.getByLabelText('Message (optional)'), 'Come')
  await user.click(dialog.getByRole('button', { name: 'Cancel' }))
  const question = within(await screen.findByRole('dialog', { name: 'Discard your changes?' }))
  await user.click(question.getByRole('button', { name: 'Keep editing' }))
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Discard your changes?' })).toBeNull())
  expect(dialog.getByLabelText<HTMLTextAreaElement>('Message (optional)').value).toBe('Come')
  await user.click(await dialog.findByRole('button', { name: 'Cancel' }))
  await user.click(await screen.findByRole('button', { name: 'Discard' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('[ENTRY-03] an address that nobody has is invited, and the dialog says before when its mail leaves', async () => {
  serve([])
  host.on('capabilities.list', ok({ data: ['mailInvitations'] }))
  host.on('addressInvitations.list', ok({ data: [], mode: 'ask' }))
  const kept = { id: lin.id, role: 'member', taskID: null, createdAt: '2026-11-28T10:00:00Z', endsAt: null }
  host.on(
    'addressInvitations.create',
    ok({ data: { ...kept, email: 'ana@example.org', state: 'asked', isResent: false } }),
  )
  const dialog = await open()
  await search('ana@example.org')
  const offer = await dialog.findByText(/^ana@example\.org has no account here\./)
  expect(offer.textContent).toContain('when an administrator has let them in')
  await user.click(dialog.getByRole('button', { name: 'Invite them' }))
  expect(field().value).toBe('ana@example.org (no account yet)')
  fill(dialog.getByLabelText('Message (optional)'), 'Come')
  await user.click(send())
  expect(await screen.findByText('An administrator lets ana@example.org in first; then the mail leaves.')).toBeTruthy()
  expect(host.called('addressInvitations.create').map(({ input }) => input)).toEqual([
    { params: { id: projectID }, body: { email: 'ana@example.org', role: 'member', message: 'Come' } },
  ])
})

test('[ENTRY-01] an address is invited to one of the open tasks', async () => {
  serve([])
  host.on('capabilities.list', ok({ data: ['mailInvitations', 'claims'] }))
  host.on('addressInvitations.list', ok({ data: [], mode: 'on' }))
  host.on('openTasks.list', ok({ data: [openTaskOf(7)], nextCursor: null, ofProject: null }))
  const kept = { id: lin.id, role: 'member', createdAt: '2026-11-28T10:00:00Z', endsAt: null, isResent: false }
  const taskID = openTaskOf(7).id
  host.on('addressInvitations.create', ok({ data: { ...kept, email: 'ana@example.org', state: 'mailed', taskID } }))
  const dialog = await open()
  await search('ana@example.org')
  expect(dialog.queryByRole('combobox', { name: 'Task (optional)' })).toBeNull()
  await user.click(await dialog.findByRole('button', { name: 'Invite them' }))
  await user.click(await dialog.findByRole('combobox', { name: 'Task (optional)' }))
  await user.click(await screen.findByRole('option', { name: `#${openTaskOf(7).taskId} ${openTaskOf(7).title}` }))
  await user.click(send())
  await waitFor(() =>
    expect(host.called('addressInvitations.create').map(({ input }) => input)).toEqual([
      { params: { id: projectID }, body: { email: 'ana@example.org', role: 'member', taskID } },
    ]),
  )
})

test('[ENTRY-01] who turns out to have an account is invited to the project, and the toast says that no task is named', async () => {
  serve([])
  host.on('capabilities.list', ok({ data: ['mailInvitations', 'claims'] }))
  host.on('addressInvitations.list', ok({ data: [], mode: 'on' }))
  host.on('openTasks.list', ok({ data: [openTaskOf(7)], nextCursor: null, ofProject: null }))
  const kept = { id: lin.id, role: 'member', createdAt: '2026-11-28T10:00:00Z', endsAt: null, isResent: false }
  const invited = { ...kept, email: 'ana@example.org', state: 'invited', taskID: null }
  host.on('addressInvitations.create', ok({ data: invited }))
  const dialog = await open()
  await search('ana@example.org')
  await user.click(await dialog.findByRole('button', { name: 'Invite them' }))
  await user.click(await dialog.findByRole('combobox', { name: 'Task (optional)' }))
  await user.click(await screen.findByRole('option', { name: `#${openTaskOf(7).taskId} ${openTaskOf(7).title}` }))
  await user.click(send())
  expect(await screen.findByText(/They have an account, so the invitation names no task\.$/)).toBeTruthy()
})

test('a server that invites no addresses offers nothing of it', async () => {
  serve([])
  const dialog = await open()
  await search('ana@example.org')
  expect(await dialog.findByText(/^Nobody found\./)).toBeTruthy()
  expect(dialog.queryByRole('button', { name: 'Invite them' })).toBeNull()
})
