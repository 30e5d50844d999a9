import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { paths } from '#lib/paths.ts'
import { host, ok } from '#support/fake-platform.ts'
import { user } from '#support/quick-user.ts'
import { clearApp, renderApp } from '#support/render-app.tsx'
import { failed, serveWorkspace } from '#support/workspace.ts'

const ADDRESS = 'https://guildhall.example.org/calendar/once.ics'
const state = { hideTitles: false, createdAt: '2026-01-05T10:00:00.000Z' }
const made = (hideTitles = false) => ok({ data: { ...state, hideTitles, address: ADDRESS } })

beforeEach(() => {
  serveWorkspace({ role: 'member' })
  host.on('capabilities.list', ok({ data: ['calendar'] }))
  host.on('calendar.get', ok({ data: null }))
})
afterEach(clearApp)
const open = () => renderApp(paths.settings('calendar'))
const press = async (name: string) => user.click(await screen.findByRole('button', { name }))

test('[FEED-16] the address is made, shown once with Copy, and gone after that', async () => {
  host.on('calendar.make', made(true))
  await open()
  expect(await screen.findByText('You have no address yet.')).toBeTruthy()
  await user.click(screen.getByRole('checkbox', { name: /Hide titles/ }))
  host.on('calendar.get', ok({ data: { ...state, hideTitles: true } }))
  await press('Make an address')
  expect((await screen.findByLabelText<HTMLInputElement>('Calendar address')).value).toBe(ADDRESS)
  expect(host.called('calendar.make')[0]?.input.body).toEqual({ hideTitles: true })
  await press('Copy')
  expect(await navigator.clipboard.readText()).toBe(ADDRESS)
  expect(await screen.findByText(/You have an address, made .*2026/)).toBeTruthy()
  clearApp()
  serveWorkspace({ role: 'member' })
  host.on('capabilities.list', ok({ data: ['calendar'] }))
  host.on('calendar.get', ok({ data: state }))
  await open()
  expect(await screen.findByText(/It cannot be shown again/)).toBeTruthy()
  expect(document.body.innerHTML).not.toContain(ADDRESS)
})

test('[FEED-16] a new address and its removal are asked for first; titles are hidden at once', async () => {
  host.on('calendar.get', ok({ data: state }))
  host.on('calendar.make', made())
  host.on('calendar.change', ok({ message: 'Titles are hidden.' }))
  host.on('calendar.revoke', ok({ message: 'The address is gone.' }))
  await open()
  await press('Make a new address')
  const ask = async (title: string, answer: string) => {
    const dialog = within(await screen.findByRole('dialog', { name: title }))
    await user.click(dialog.getByRole('button', { name: answer }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  }
  await ask('Make a new address?', 'Cancel')
  expect(host.called('calendar.make')).toEqual([])
  await press('Make a new address')
  await ask('Make a new address?', 'Make a new address')
  expect((await screen.findByLabelText<HTMLInputElement>('Calendar address')).value).toBe(ADDRESS)
  host.on('calendar.get', ok({ data: { ...state, hideTitles: true } }))
  await user.click(screen.getByRole('checkbox', { name: /Hide titles/ }))
  await waitFor(() => expect(host.called('calendar.change')[0]?.input.body).toEqual({ hideTitles: true }))
  host.on('calendar.get', ok({ data: null }))
  await press('Remove the address')
  await ask('Remove the address?', 'Remove')
  expect(await screen.findByText('You have no address yet.')).toBeTruthy()
  expect(document.body.innerHTML).not.toContain(ADDRESS)
})

test('[FEED-16] what fails says so: the state with Retry, the address above its form', async () => {
  host.on('calendar.get', failed)
  await open()
  expect(await screen.findByText('Failed to load your calendar')).toBeTruthy()
  host.on('calendar.get', ok({ data: null }))
  await press('Retry')
  host.on('calendar.make', failed)
  await press('Make an address')
  expect(await screen.findByText('Failed to make the address')).toBeTruthy()
})
