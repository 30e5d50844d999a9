import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { failedReply } from '#shared/api-client/index.ts'
import type { ProjectDetails, ProjectMember } from '#shared/contract/index.ts'
import { host, ok } from '#support/fake-platform.ts'
import { openTaskOf } from '#support/open-tasks.ts'
import { user } from '#support/quick-user.ts'
import { clearApp, renderApp } from '#support/render-app.tsx'
import { memberOf, projectOf, serveWorkspace, workspacePath } from '#support/workspace.ts'

let capabilities: string[] = []
beforeEach(() => {
  capabilities = ['claims', 'publicPages']
  host.on('capabilities.list', () => ok({ data: capabilities }))
  host.on('openTasks.list', () => ok({ data: [openTaskOf(1), openTaskOf(2, { takers: 'members' })], nextCursor: null }))
})
afterEach(clearApp)

const show = async (role: 'owner' | 'admin', extra: Partial<ProjectDetails> = {}, members?: ProjectMember[]) => {
  serveWorkspace({ role, project: extra, ...(members && { members }) })
  await renderApp(workspacePath('settings'))
}
const region = async () => within(await screen.findByRole('region', { name: 'Visitors' }))

test('[PUBLIC-02] an owner shows the project to visitors, and sees what they will see', async () => {
  let project: Partial<ProjectDetails> = { status: 1, title: 'Harbour map', skills: 'Maps' }
  await show('owner', project)
  host.on('projects.get', () => ok({ data: projectOf({ role: 'owner', ...project }) }))
  host.on('projects.update', ({ input }) => {
    project = { ...project, ...(input.body as Partial<ProjectDetails>) }
    return ok({ data: projectOf({ role: 'owner', ...project }) })
  })
  const card = await region()
  const shown = within(card.getByRole('region', { name: 'What visitors see' }))
  expect(shown.getByText('Harbour map')).toBeTruthy()
  expect(await shown.findByText(/^Task 1 · /)).toBeTruthy()
  expect(shown.queryByText(/^Task 2 · /)).toBeNull()
  const choice = card.getByRole<HTMLInputElement>('switch', { name: 'Show to visitors' })
  expect(choice.checked).toBe(false)
  expect(card.queryByRole('link', { name: 'Open the page' })).toBeNull()
  await user.click(choice)
  await waitFor(() => expect(choice).toMatchObject({ checked: true, disabled: false }))
  expect(host.called('projects.update').map(({ input }) => input.body)).toEqual([{ showToVisitors: true }])
  const link = card.getByRole<HTMLAnchorElement>('link', { name: 'Open the page' })
  expect(link.getAttribute('href')).toMatch(/^\/p\/.+-harbour-map$/)
})

test('[PUBLIC-02] the preview has owner, payer record, scope and terms, and the hint names the record', async () => {
  const late = { amounts: [{ amountCents: 40_000, currency: 'USD' }], days: 20 }
  const payerRecord = {
    ...{ count: 3, paid: 2, medianDays: 4, withinPromise: null, confirmed: null },
    ...{ reviewDays: 2, reviewsByClock: 0, rulingsAgainst: 0, late },
  }
  const createdBy = { username: 'marta', name: 'Marta Silva' }
  const marta = { ...memberOf(1, 'owner'), ...createdBy, createdAt: '2025-03-01T10:00:00.000Z' }
  await show('owner', { status: 1, payerRecord, createdBy, detailedDescription: 'Only the northern harbour.' }, [
    memberOf(2, 'owner'),
    marta,
  ])
  const card = await region()
  const shown = within(card.getByRole('region', { name: 'What visitors see' }))
  for (const text of [/^By Marta Silva \(@marta\)\./, 'Owes $400, late by 20 days.', 'Only the northern harbour.'])
    expect(await shown.findByText(text)).toBeTruthy()
  expect(await shown.findByText(/^Task 1 · .* · \d+ days? to work$/)).toBeTruthy()
  expect(card.getByText(/how the owner pays and what is late/)).toBeTruthy()
})

test('[PUBLIC-02] after a handover the preview names the first owner, and no record of who made the project', async () => {
  const createdBy = { username: 'marta', name: 'Marta Silva' }
  await show('owner', { status: 1, createdBy }, [
    { ...memberOf(3, 'owner'), createdAt: '2025-02-01T10:00:00.000Z' },
    { ...memberOf(2, 'owner'), createdAt: '2025-01-09T10:00:00.000Z' },
    { ...memberOf(1), ...createdBy },
  ])
  const shown = within((await region()).getByRole('region', { name: 'What visitors see' }))
  expect(await shown.findByText('By Person 2 (@person-2).')).toBeTruthy()
  expect(shown.queryByText(/Marta/)).toBeNull()
})

test('a refusal is shown there, and open tasks that fail can be asked for again', async () => {
  host.on('openTasks.list', failedReply(500, 'INTERNAL'))
  await show('owner')
  host.on('projects.update', failedReply(409, 'CONFLICT', 'The project has changed. Please reload.'))
  const card = await region()
  const choice = card.getByRole<HTMLInputElement>('switch', { name: 'Show to visitors' })
  await user.click(choice)
  expect(await card.findByText('The project has changed. Please reload.')).toBeTruthy()
  expect(choice.checked).toBe(false)
  host.on('openTasks.list', () => ok({ data: [], nextCursor: null }))
  await user.click(await card.findByRole('button', { name: 'Retry' }))
  expect(await card.findByText('No task is open now.')).toBeTruthy()
})

test.each([
  ['an admin', 'admin', ['publicPages']],
  ['the owner at a server without public pages', 'owner', ['claims']],
] as const)('%s has no such section', async (_who, role, listed) => {
  capabilities = [...listed]
  await show(role)
  await screen.findByRole('region', { name: 'Project Information' })
  await host.quiet()
  expect(screen.queryByRole('region', { name: 'Visitors' })).toBeNull()
})
