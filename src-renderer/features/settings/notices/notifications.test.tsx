import { configure, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { defaultNotificationSettings, noticeGroups, type NotificationSettings } from '#shared/contract/notifications.ts'
import { noticeGroupText } from '#shared/rules/notice-groups.ts'
import { paths } from '#lib/paths.ts'
import { host, ok } from '#support/fake-platform.ts'
import { fill, user } from '#support/quick-user.ts'
import { clearApp, renderApp } from '#support/render-app.tsx'
import { failed, serveWorkspace, workspacePath } from '#support/workspace.ts'

// The screen has many controls, and opening a list of choices among them may take long on a busy machine.
configure({ asyncUtilTimeout: 20_000 })
beforeEach(() => {
  serveWorkspace({ role: 'member' })
  host.on('capabilities.list', ok({ data: ['inbox'] }))
  host.on('notifications.settings', ok({ data: { ...defaultNotificationSettings, timeZone: 'Asia/Tokyo' } }))
})
afterEach(clearApp)

const open = () => renderApp(paths.settings('notifications'))
const groupOf = async (group: keyof typeof noticeGroupText) =>
  within(await screen.findByRole('group', { name: noticeGroupText[group].label }))
const sent = () => host.called('notifications.changeSettings').map(({ input }) => input.body as NotificationSettings)
const choose = async (group: keyof typeof noticeGroupText, way: string) => {
  await user.click((await groupOf(group)).getByRole('combobox', { name: 'Mail' }))
  await user.click(await screen.findByRole('option', { name: way }))
}
const save = () => user.click(screen.getByRole('button', { name: 'Save' }))

test('[INBOX-52] each group has its choices, beside time zone, hour of the digest, quiet hours and hidden previews', async () => {
  host.on('notifications.changeSettings', ({ input }) => ok({ data: input.body }))
  await open()
  for (const group of noticeGroups) {
    const row = await groupOf(group)
    const { inbox } = defaultNotificationSettings.groups[group]
    expect(row.getByRole<HTMLInputElement>('switch', { name: 'Inbox' }).checked).toBe(inbox)
    expect(row.getByRole('combobox', { name: 'Mail' }).textContent).toBe(
      { now: 'Mail soon', digest: 'Mail once a day', off: 'No mail' }[defaultNotificationSettings.groups[group].mail],
    )
  }
  await user.click((await groupOf('money')).getByRole('switch', { name: 'Inbox' }))
  await choose('requests', 'Mail once a day')
  fill(screen.getByRole('combobox', { name: 'Time zone' }), 'Europe/Vienna')
  fill(screen.getByRole('combobox', { name: 'Daily mail at' }), '19')
  await user.click(screen.getByRole('switch', { name: 'Quiet hours' }))
  fill(screen.getByLabelText('To'), '06:30')
  await user.click(screen.getByRole('switch', { name: 'Hide previews' }))
  await save()
  const { groups } = defaultNotificationSettings
  await waitFor(() =>
    expect(sent()).toEqual([
      {
        groups: {
          ...groups,
          money: { ...groups.money, inbox: false },
          requests: { ...groups.requests, mail: 'digest' },
        },
        timeZone: 'Europe/Vienna',
        digestHour: 19,
        quietHours: { from: '22:00', to: '06:30' },
        hidePreviews: true,
      },
    ]),
  )
  expect(await screen.findByText('Notification settings saved')).toBeTruthy()
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Save' }).disabled).toBe(true)
})

test('[INBOX-52] a save that fails keeps what was chosen, and Retry sends it again', async () => {
  host.on('notifications.changeSettings', failed)
  await open()
  await choose('money', 'No mail')
  await save()
  expect(await screen.findByText('Failed to save settings')).toBeTruthy()
  expect((await groupOf('money')).getByRole('combobox').textContent).toBe('No mail')
  host.on('notifications.changeSettings', ({ input }) => ok({ data: input.body }))
  // The banner about the connection has a Retry of its own.
  await user.click(within(screen.getByRole('main')).getByRole('button', { name: 'Retry' }))
  await waitFor(() => expect(sent()).toHaveLength(2))
  expect(sent()[1]).toEqual(sent()[0])
  await waitFor(() => expect(screen.queryByText('Failed to save settings')).toBeNull())
  expect((await groupOf('money')).getByRole('combobox').textContent).toBe('No mail')
})

test('[INBOX-52] notices about the account cannot be switched off', async () => {
  await open()
  const account = await groupOf('account')
  expect(account.getByRole<HTMLInputElement>('switch', { name: 'Inbox' }).disabled).toBe(true)
  await user.click(account.getByRole('combobox', { name: 'Mail' }))
  const off = await screen.findByRole('option', { name: 'No mail' })
  expect(off.getAttribute('aria-disabled')).toBe('true')
})

test('[NOTICE-16] in a browser nothing can be chosen for the desktop, and a line says that it needs the desktop app', async () => {
  await open()
  for (const group of noticeGroups) expect((await groupOf(group)).queryByRole('switch', { name: 'Desktop' })).toBeNull()
  expect(screen.getByText(/^Desktop notices need the .+ desktop app\.$/)).toBeTruthy()
})

test('settings that cannot be loaded say so, with Retry', async () => {
  host.on('notifications.settings', failed)
  await open()
  expect(await screen.findByText('Failed to load settings', {})).toBeTruthy()
  host.on('notifications.settings', ok({ data: defaultNotificationSettings }))
  await user.click(screen.getByRole('button', { name: 'Retry' }))
  expect(await groupOf('money')).toBeTruthy()
})

test('the avatar’s menu and a project’s settings lead there, on servers with an inbox alone', async () => {
  await open()
  await groupOf('money')
  await user.click(screen.getByRole('button', { name: /^Profile menu/ }))
  const item = await screen.findByRole('menuitem', { name: 'Settings' })
  expect(item.getAttribute('href')).toBe(paths.settings())
  clearApp()
  serveWorkspace({ role: 'member' })
  await renderApp(workspacePath('settings'))
  await screen.findByRole('switch', { name: 'Email on invitation' })
  await host.quiet()
  expect(screen.queryByRole('link', { name: 'All notification settings' })).toBeNull()
})

test('[INBOX-58] the link of a mail asks first, and ends the mail of its group with one press', async () => {
  host.userID = null
  host.on('notifications.unsubscribe', ok({ message: 'Done.' }))
  await renderApp(paths.unsubscribe({ token: 'a token', group: 'money' }))
  expect(await screen.findByText(/stop sending you mail about payments to you/)).toBeTruthy()
  await host.quiet()
  expect(host.called('notifications.unsubscribe')).toEqual([])
  await user.click(screen.getByRole('button', { name: 'Yes, no more of these mails' }))
  expect(await screen.findByText(/You get no more mail about payments to you/)).toBeTruthy()
  expect(host.called('notifications.unsubscribe').map(({ input }) => input.body)).toEqual([{ token: 'a token' }])
})

test('[INBOX-58] a link without its token says so, and a failure offers Retry', async () => {
  host.userID = null
  host.on('notifications.unsubscribe', failed)
  await renderApp(paths.unsubscribe())
  expect(await screen.findByText('This link is not complete.')).toBeTruthy()
  clearApp()
  host.on('notifications.unsubscribe', failed)
  await renderApp(paths.unsubscribe({ token: 'a token' }))
  await user.click(await screen.findByRole('button', { name: 'Yes, no more of these mails' }))
  expect(await screen.findByText('Failed to end these mails')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Retry' })).toBeTruthy()
})
