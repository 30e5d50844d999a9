import { act, configure, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { type CommandID, commandIDs, commandOf, needsOf } from '#shared/rules/commands.ts'
import { host } from '#support/fake-platform.ts'
import { serveOpenTasks } from '#support/open-tasks.ts'
import { idOf } from '#support/projects.ts'
// Keys work once this code is there.
import './Commands.tsx'
import { clearApp, renderApp } from '#support/render-app.tsx'

configure({ asyncUtilTimeout: 20_000 })
afterEach(clearApp)

/** What the bargain has brought, with its keys. */
const ofBargain: Readonly<Partial<Record<CommandID, string>>> = {
  'task.next': '1',
  'open.take': 'T',
  'open.save': 'B',
  'open.next': 'J',
  'open.previous': 'K',
  'go.open': 'G O',
}
const ids = Object.keys(ofBargain) as CommandID[]
const rest = ['search', 'tasks2', 'review', 'work', 'inbox', 'decisions', 'saved']
const open = async (capabilities: string[]) => {
  serveOpenTasks(() => capabilities)
  await renderApp(`/open/${idOf(1)}`)
  await waitFor(() => expect(host.menu.length).toBeGreaterThan(0))
}
const press = (key: string, options: Partial<KeyboardEventInit> = {}) =>
  act(() => void fireEvent.keyDown(document.body, { key, ...options }))

test('[NEXT-08] the table has every key of the bargain, and no command of it is there without what it needs', () => {
  for (const id of ids) expect(commandOf(id).keys.join(' '), id).toBe(ofBargain[id])
  expect(commandIDs.filter((id) => needsOf(id).some((name) => ['rewards', 'claims'].includes(name))).sort()).toEqual(
    ids.toSorted(),
  )
})

test('[NEXT-08] help, palette and menu show them, and the menu takes a task as its key does', async () => {
  await open([...rest, 'rewards', 'claims'])
  await screen.findByRole('button', { name: 'Take this task' })
  press('?')
  const help = within(await screen.findByRole('dialog', { name: 'Keyboard shortcuts' }))
  for (const id of ids) expect(help.getByText(commandOf(id).label)).toBeTruthy()
  fireEvent.keyDown(document.activeElement ?? document.body, { key: 'Escape' })
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  press('k', { ctrlKey: true })
  await screen.findByRole('dialog', { name: 'Search and commands' })
  const shown = screen.queryAllByRole('option').map(({ textContent }) => textContent)
  for (const id of ['open.take', 'open.save', 'go.open'] as const)
    expect(
      shown.filter((text) => text.startsWith(commandOf(id).label)),
      id,
    ).toHaveLength(1)
  fireEvent.keyDown(document.activeElement ?? document.body, { key: 'Escape' })
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  const entries = host.menu.filter(({ id }) => ids.includes(id))
  expect(entries.map(({ id }) => id).sort()).toEqual(ids.filter((id) => !commandOf(id).isKeyOnly).sort())
  act(() => host.chooseInMenu('open.take'))
  expect(await screen.findByRole('dialog', { name: 'Take this task' })).toBeTruthy()
})

test('[NEXT-08] [OFFER-43] without rewards and claims none of them is in the menu', async () => {
  await open(rest)
  expect(host.menu.map(({ id }) => id).filter((id) => ids.includes(id))).toEqual([])
})
