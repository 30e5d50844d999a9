import './AdminPage.tsx'
import { configure, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { failedReply, type Reply } from '#shared/api-client/index.ts'
import { fill, user } from '#support/quick-user.ts'
import { host, ok } from '#support/fake-platform.ts'
import { clearApp, renderApp } from '#support/render-app.tsx'

configure({ asyncUtilTimeout: 20_000 })

const sent = () => host.called('waitlist.createInvitation').map(({ input }) => (input.body as { email: string }).email)
const invited = (email: string) => ({
  id: '01890000-0000-7000-8000-000000000001',
  email,
  isInvited: true,
  lastInvitedAt: '2025-01-05T10:00:00.000Z',
  createdAt: '2025-01-05T10:00:00.000Z',
})
let replies: Map<string, Reply>
beforeEach(() => {
  replies = new Map()
  host.userID = '01890000-0000-7000-8000-000000000999'
  host.on('users.username', ok({ data: { username: 'root' } }))
  host.on('waitlist.list', ok({ data: [], pagination: { page: 1, limit: 25, total: 0, totalPages: 0 } }))
  host.on('waitlist.createInvitation', ({ input }) => {
    const { email } = input.body as { email: string }
    return replies.get(email) ?? ok({ data: invited(email) })
  })
})
afterEach(clearApp)

const open = async () => {
  await user.click(await screen.findByRole('button', { name: 'Invite several…' }))
  return within(await screen.findByRole('dialog', { name: 'Invite several people' }))
}
const paste = async (text: string) => {
  await renderApp('/founder/admin')
  const dialog = await open()
  fill(dialog.getByLabelText('Email addresses'), text)
  return dialog
}
const lines = () => screen.getAllByRole('listitem').map(({ textContent }) => textContent)

test('pasted addresses are sent once each, with a line of its own for every result', async () => {
  replies.set('b@x.test', failedReply(409, 'EMAIL_TAKEN', 'This address has an account already.'))
  replies.set('c@x.test', ok({ data: invited('c@x.test'), isSkipped: true }))
  const dialog = await paste('a@x.test, b@x.test;c@x.test\nA@x.test')
  await user.click(dialog.getByRole('button', { name: 'Send 3 invitations' }))
  expect(await dialog.findByText('1 invitation sent. 2 addresses needed none.')).toBeTruthy()
  expect(sent()).toEqual(['a@x.test', 'b@x.test', 'c@x.test'])
  expect(lines()).toEqual(['a@x.testInvited', 'b@x.testHas an account already', 'c@x.testInvited before; nothing sent'])
})

test('what is no address is named before anything is sent', async () => {
  const dialog = await paste('a@x.test\nnobody\nb@')
  // No number is promised that would not be sent.
  await user.click(dialog.getByRole('button', { name: 'Send invitations' }))
  expect(dialog.getByText('Not an email address: “nobody”, “b@”. Nothing has been sent.')).toBeTruthy()
  expect(document.activeElement).toBe(dialog.getByLabelText('Email addresses'))
  await host.quiet()
  expect(sent()).toEqual([])
})

test('three are on their way at a time; Stop leaves the others, which stay in the list', async () => {
  const answers: Array<() => void> = []
  host.on(
    'waitlist.createInvitation',
    ({ input }) =>
      new Promise((resolve) => {
        answers.push(() => resolve(ok({ data: invited((input.body as { email: string }).email) })))
      }),
  )
  const dialog = await paste('a@x.test b@x.test c@x.test d@x.test e@x.test')
  await user.click(dialog.getByRole('button', { name: 'Send 5 invitations' }))
  await waitFor(() => expect(answers).toHaveLength(3))
  await host.quiet()
  expect(sent()).toEqual(['a@x.test', 'b@x.test', 'c@x.test'])
  await user.click(dialog.getByRole('button', { name: 'Stop' }))
  for (const answer of answers) answer()
  expect(await dialog.findByText('3 invitations sent. 2 not sent.')).toBeTruthy()
  await user.click(dialog.getByRole('button', { name: 'Done' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect((await open()).getByLabelText<HTMLTextAreaElement>('Email addresses').value).toBe('d@x.test\ne@x.test')
})

test('a failure says why at its address and can be sent again', async () => {
  replies.set('b@x.test', failedReply(0, 'NETWORK'))
  const dialog = await paste('a@x.test b@x.test')
  await user.click(dialog.getByRole('button', { name: 'Send 2 invitations' }))
  expect(await dialog.findByText('1 invitation sent. 1 not sent.')).toBeTruthy()
  replies.clear()
  await user.click(dialog.getByRole('button', { name: 'Send the other 1' }))
  expect(await dialog.findByText('2 invitations sent.')).toBeTruthy()
  expect(sent()).toEqual(['a@x.test', 'b@x.test', 'b@x.test'])
})

test('recipients copied from a mail program are invited by their addresses', async () => {
  const dialog = await paste('Owen Park <owen@x.test>, "Okafor, Tom" <tom@x.test>; kofi@exämple.org')
  await user.click(dialog.getByRole('button', { name: 'Send 3 invitations' }))
  expect(await dialog.findByText('3 invitations sent.')).toBeTruthy()
  expect(sent()).toEqual(['owen@x.test', 'tom@x.test', 'kofi@xn--exmple-cua.org'])
})
