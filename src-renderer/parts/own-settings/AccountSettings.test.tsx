import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Reply } from '#shared/api-client/index.ts'
import { queryClient } from '#lib/query-client.ts'
import { user } from '#support/quick-user.ts'
import { host, ok } from '#support/fake-platform.ts'
import { clearApp, renderApp } from '#support/render-app.tsx'
import { allSettings, failed, serveWorkspace, workspacePath } from '#support/workspace.ts'

beforeEach(() => serveWorkspace({ role: 'member' }))
afterEach(clearApp)

const directory = 'Show me in the talent directory'
const open = () => renderApp(workspacePath('settings'))
const find = (name: string) => screen.findByRole<HTMLInputElement>('switch', { name })
const sent = () => host.called('users.updateSettings').map(({ input }) => input.body)
/** Makes the fake server keep the settings that it is sent. */
const keepSettings = () => {
  let settings = { ...allSettings }
  host.on('users.updateSettings', ({ input }) => {
    settings = { ...settings, ...(input.body as Partial<typeof settings>) }
    return ok({ data: settings })
  })
}

const switchesOffAndOn = async (card: string, label: string, name: string) => {
  keepSettings()
  await open()
  const control = await find(label)
  expect(within(screen.getByRole('region', { name: card })).getByRole('switch', { name: label })).toBe(control)
  expect(control.checked).toBe(true)
  await user.click(control)
  expect(control.checked).toBe(false)
  await waitFor(() => expect(sent()).toEqual([{ [name]: false }]))
  await user.click(control)
  await waitFor(() => expect(sent()).toEqual([{ [name]: false }, { [name]: true }]))
  expect(control.checked).toBe(true)
}

test('[SET-23] “Show me in the talent directory” is switched off and on again', () =>
  switchesOffAndOn('Privacy Settings', directory, 'showInTalentDirectory'))

test.each([
  ['Email on invitation', 'emailOnInvitation'],
  ['Email on request answered', 'emailOnRequestAnswered'],
  ['Email on task assigned', 'emailOnTaskAssigned'],
])('[SET-24] “%s” is switched off and on again', (label, name) =>
  switchesOffAndOn('Notification Preferences', label, name),
)

test('a switch changes at once, and changes back with a message when it could not be saved', async () => {
  let answer: (reply: Reply) => void = () => undefined
  host.on('users.updateSettings', () => new Promise((resolve) => (answer = resolve)))
  await open()
  const control = await find(directory)
  await user.click(control)
  await waitFor(() => expect(sent()).toHaveLength(1))
  expect(control.checked).toBe(false)
  answer(failed)
  expect(await screen.findByText('Failed to save settings')).toBeTruthy()
  expect(control.checked).toBe(true)
})

test('switches are sent one after the other, and the answer to one does not change the next', async () => {
  const answers: Array<(reply: Reply) => void> = []
  host.on('users.updateSettings', () => new Promise((resolve) => answers.push(resolve)))
  await open()
  await user.click(await find(directory))
  const invited = await find('Email on invitation')
  await user.click(invited)
  expect(invited.checked).toBe(false)
  await waitFor(() => expect(answers).toHaveLength(1))
  answers[0]?.(ok({ data: { ...allSettings, showInTalentDirectory: false } }))
  await waitFor(() => expect(answers).toHaveLength(2))
  expect(invited.checked).toBe(false)
  expect(sent()).toEqual([{ showInTalentDirectory: false }, { emailOnInvitation: false }])
  answers[1]?.(ok({ data: { ...allSettings, showInTalentDirectory: false, emailOnInvitation: false } }))
  await waitFor(() => expect(queryClient.isMutating()).toBe(0))
  expect([invited.checked, (await find(directory)).checked]).toEqual([false, false])
})

test('settings that fail to load say so, and Retry loads them', async () => {
  host.on('users.settings', failed)
  await open()
  const privacy = within(await screen.findByRole('region', { name: 'Privacy Settings' }))
  expect(await privacy.findByText('Failed to load settings')).toBeTruthy()
  host.on('users.settings', ok({ data: { ...allSettings, showInTalentDirectory: false } }))
  await user.click(privacy.getByRole('button', { name: 'Retry' }))
  expect((await find(directory)).checked).toBe(false)
})
