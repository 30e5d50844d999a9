import { configure, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { user } from '#support/quick-user.ts'
import { host, ok } from '#support/fake-platform.ts'
import {
  application,
  pageOf,
  click,
  rowOf,
  approve,
  setUpAdministration,
  time,
  waiting,
} from '#support/administration.ts'
import { clearApp, renderApp } from '#support/render-app.tsx'

configure({ asyncUtilTimeout: 20_000 })
// The grid's code takes long to load on a busy machine, and whichever test runs first would wait for it.
beforeAll(() => import('./AdminPage.tsx').then(() => undefined), 60_000)
beforeEach(setUpAdministration)
afterEach(clearApp)

test('a new server’s administrator is shown three first steps, which the facts tick off', async () => {
  host.on('waitlist.list', pageOf([]))
  host.on('creatorApplications.list', pageOf([]))
  await renderApp('/founder/admin')
  const steps = within(await screen.findByRole('region', { name: 'First steps' }))
  expect(steps.getAllByRole('link').map(({ textContent }) => textContent)).toEqual([
    'Invite people',
    'Check that mail works',
    'Approve creators',
  ])
  expect(steps.getByText('0 of 3')).toBeDefined()
})

test('the first administrator’s own invitation, which no mail took, ticks no step', async () => {
  host.on('waitlist.list', pageOf([{ ...waiting(1, time), mailState: null }]))
  host.on('creatorApplications.list', pageOf([]))
  await renderApp('/founder/admin')
  const steps = within(await screen.findByRole('region', { name: 'First steps' }))
  expect(steps.getByText('0 of 3')).toBeDefined()
})

test('rows of the waitlist are ticked, or all that are not invited, and their addresses go into the dialog', async () => {
  await renderApp('/founder/admin')
  await screen.findByText('person1@example.org')
  expect(screen.queryByRole('button', { name: /^Invite \d+ selected/ })).toBeNull()
  await user.click(rowOf('person2@example.org').getByRole('checkbox'))
  await click('Invite 1 selected')
  const dialog = within(await screen.findByRole('dialog', { name: 'Invite several people' }))
  expect(dialog.getByLabelText('Email addresses')).toHaveProperty('value', 'person2@example.org')
  await user.click(dialog.getByRole('button', { name: 'Cancel' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await click('Select all who are not invited')
  await click('Invite 1 selected')
  const again = within(await screen.findByRole('dialog', { name: 'Invite several people' }))
  expect(again.getByLabelText('Email addresses')).toHaveProperty('value', 'person1@example.org')
})

test('after an approval the focus stays in the table, at the row of the person', async () => {
  await renderApp('/founder/admin?tab=applications')
  await screen.findByRole('button', { name: 'Approve user1' })
  host.on('creatorApplications.approve', ok({ data: application(1, 1) }))
  host.on('creatorApplications.list', pageOf([application(1, 1), application(2, 1)]))
  await approve('user1')
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Approve user1' })).toBeNull())
  await waitFor(() => expect(document.activeElement?.closest('[role="row"]')?.textContent).toContain('user1'))
})
