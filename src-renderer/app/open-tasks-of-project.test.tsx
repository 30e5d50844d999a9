import { configure, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { OpenTasksSum } from '#shared/contract/market.ts'
import { host, ok } from '#support/fake-platform.ts'
import { openTaskOf, serveOpenTasks } from '#support/open-tasks.ts'
import { none, project, projectID } from '#support/project-dialog.ts'
import { user } from '#support/quick-user.ts'
import { clearApp, renderApp } from '#support/render-app.tsx'

configure({ asyncUtilTimeout: 20_000 })

let capabilities: string[] = []
beforeEach(() => {
  capabilities = ['claims', 'market']
  serveOpenTasks(() => capabilities)
  host.on('projects.get', ok({ data: project }))
  host.on('projects.similar', ok({ data: [] }))
  host.on('memberships.access', ok({ data: none }))
})
afterEach(clearApp)

/** Seven open tasks of the project, as the server lists them by pages. */
const serveTasks = (sum: OpenTasksSum | null) => {
  const tasks = Array.from({ length: sum?.count ?? 0 }, (_, at) => openTaskOf(at + 1))
  host.on('openTasks.list', ({ input }) => {
    const { limit } = input.query as { limit: number }
    return ok({ data: tasks.slice(0, limit), nextCursor: tasks.length > limit ? 'next' : null, ofProject: sum })
  })
}
const dialog = async () => within(await screen.findByRole('dialog', { name: 'Tide tables' }))
const path = `/project/${projectID}/dialog`

test('[OPEN-13] the dialog lists five open tasks of the project, then all', async () => {
  serveTasks({ count: 7, amountCents: 40_000, currency: 'USD' })
  await renderApp(path)
  const section = within(await (await dialog()).findByRole('region', { name: '7 open tasks · up to $400' }))
  const links = () => section.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')])
  expect(links()).toHaveLength(5)
  expect(links()[0]).toEqual(['Task 1', `/open/${openTaskOf(1).id}`])
  expect(host.called('openTasks.list').at(-1)?.input).toEqual({ query: { projectID, limit: 5 } })
  await user.click(section.getByRole('button', { name: 'Show all 7' }))
  await waitFor(() => expect(links()).toHaveLength(7))
  expect(section.queryByRole('button')).toBeNull()
})

test('[OPEN-13] without an open task the dialog says nothing of them', async () => {
  serveTasks(null)
  await renderApp(path)
  await dialog()
  await waitFor(() => expect(host.called('openTasks.list')).toHaveLength(1))
  await host.quiet()
  expect(screen.queryByText(/open tasks?/)).toBeNull()
})

test('[CAP-02] without claims the dialog asks for no open tasks', async () => {
  capabilities = ['market']
  serveTasks({ count: 7, amountCents: 40_000, currency: 'USD' })
  await renderApp(path)
  await dialog()
  await host.quiet()
  expect(host.called('openTasks.list')).toEqual([])
})
