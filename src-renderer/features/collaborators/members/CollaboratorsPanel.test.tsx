import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { failedReply } from '#shared/api-client/index.ts'
import { ada, bela, collaboratorsPath, serveTeam, teamOf } from '#support/collaborators.ts'
import { host, ok } from '#support/fake-platform.ts'
import { pressTwice, user } from '#support/quick-user.ts'
import { clearApp, renderApp } from '#support/render-app.tsx'
import { memberOf, projectID, viewerID } from '#support/workspace.ts'
import { viewerInProjectQuery } from '#data/memberships.ts'
import { queryClient } from '#lib/query-client.ts'

afterEach(clearApp)

const names = () => screen.getAllByRole('rowheader').map((cell) => within(cell).getByRole('link').textContent)
const choose = async (label: string, option: string) => {
  await user.click(screen.getByRole('combobox', { name: label }))
  await user.click(await screen.findByRole('option', { name: option }))
}
const openMenu = async (name: string) => {
  await user.click(await screen.findByRole('button', { name: `Actions for ${name}` }))
  return within(await screen.findByRole('menu'))
}
/** The files that the page has given to the browser to save. */
const savedFiles = () => {
  const saved: Array<{ name: string; blob: Blob }> = []
  let blob: Blob | undefined
  vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: (given: Blob) => ((blob = given), 'blob:x') }))
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    if (blob) saved.push({ name: this.download, blob })
  })
  return saved
}

test('a row shows role, status, tasks, earnings and the day of joining', async () => {
  serveTeam()
  await renderApp(collaboratorsPath())
  const cells = within(await screen.findByRole('row', { name: /Ada Byron/ })).getAllByRole('cell')
  expect(cells.map((cell) => cell.textContent).slice(0, 5)).toEqual([
    'Admin',
    'Active',
    '2 of 3 (67%)',
    '$1,000.00',
    'Jan 5, 2025',
  ])
})

test('[PAY-07] earnings come from the ledger', async () => {
  serveTeam({ summary: { people: [{ userID: bela, username: 'bela', paidCents: 7 }] } })
  await renderApp(collaboratorsPath())
  expect(within(await screen.findByRole('row', { name: /Béla/ })).getAllByText(/\$0\.07/)).toBeTruthy()
  expect(within(screen.getByRole('row', { name: /Ada/ })).getByRole('cell', { name: '$0.00' })).toBeTruthy()
})

test('[COL-07] the text search finds names and e-mail addresses, and is in the address', async () => {
  serveTeam()
  const { path } = await renderApp(collaboratorsPath())
  await user.type(await screen.findByRole('searchbox', { name: 'Search' }), 'music.test{Enter}')
  expect(names()).toEqual(['Béla Bartók'])
  expect(path()).toBe(collaboratorsPath('?q=music.test'))
  await user.clear(screen.getByRole('searchbox', { name: 'Search' }))
  await user.type(screen.getByRole('searchbox', { name: 'Search' }), 'nobody{Enter}')
  expect(screen.getByRole('heading', { name: 'Nobody matches' })).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Show everybody' }))
  expect(names()).toHaveLength(3)
})

test('[COL-08][COL-09] role and status narrow the list', async () => {
  serveTeam()
  const { path } = await renderApp(collaboratorsPath())
  await screen.findByRole('table', { name: 'Collaborators' })
  await choose('Role', 'Member')
  expect(names()).toEqual(['Béla Bartók'])
  await choose('Role', 'Owner')
  expect(names()).toEqual(['Grace Field'])
  await choose('Role', 'All roles')
  await choose('Status', 'Inactive')
  expect(names()).toEqual(['Béla Bartók'])
  expect(path()).toBe(collaboratorsPath('?status=inactive'))
  await choose('Status', 'Active')
  expect(names()).toEqual(['Grace Field', 'Ada Byron'])
})

test('a long list is divided into pages', async () => {
  serveTeam({ members: Array.from({ length: 26 }, (_, index) => memberOf(index)) })
  await renderApp(collaboratorsPath())
  await user.click(await screen.findByRole('link', { name: 'Page 2' }))
  await waitFor(() => expect(names()).toEqual(['Person 25']))
})

test('[COL-10] Change Role offers Admin and Member with their meaning, and sends the choice', async () => {
  serveTeam()
  host.on('memberships.setRole', ok({ data: { userID: bela, projectID, role: 'admin' } }))
  await renderApp(collaboratorsPath())
  const menu = await openMenu('Béla Bartók')
  await user.click(menu.getByRole('menuitem', { name: 'Change Role' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Change Role' }))
  expect(dialog.getAllByRole('radio').map((radio) => radio.closest('label')?.textContent)).toEqual([
    'Admin full project access and management',
    'Member basic participation',
  ])
  const send = dialog.getByRole('button', { name: 'Change Role' })
  expect(send.hasAttribute('disabled')).toBe(true)
  await user.click(dialog.getByRole('radio', { name: /^Admin/ }))
  host.on('memberships.members', ok({ data: teamOf('owner').map((one) => ({ ...one, role: 'admin' })) }))
  await user.click(send)
  expect(await screen.findByText('Béla Bartók is an admin now.')).toBeTruthy()
  expect(host.called('memberships.setRole')[0]?.input).toEqual({
    params: { id: projectID, userId: bela },
    body: { role: 'admin' },
  })
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(within(screen.getByRole('row', { name: /Béla/ })).getByRole('cell', { name: 'Admin' })).toBeTruthy()
})

test('[COL-55] a double click on Change Role sends one call', async () => {
  serveTeam()
  host.on('memberships.setRole', ok({ data: { userID: ada, projectID, role: 'member' } }))
  await renderApp(collaboratorsPath(`?dialog=role&for=${ada}`))
  const dialog = within(await screen.findByRole('dialog', { name: 'Change Role' }))
  await user.click(dialog.getByRole('radio', { name: /^Member/ }))
  const send = dialog.getByRole('button', { name: 'Change Role' })
  pressTwice(send)
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(host.called('memberships.setRole')).toHaveLength(1)
})

test('[COL-10] when the server refuses a change of role, the role stays and the dialog says why', async () => {
  serveTeam()
  host.on('memberships.setRole', failedReply(409, 'CONFLICT', 'A project needs an owner.'))
  await renderApp(collaboratorsPath(`?dialog=role&for=${ada}`))
  const dialog = within(await screen.findByRole('dialog', { name: 'Change Role' }))
  await user.click(dialog.getByRole('radio', { name: /^Member/ }))
  await user.click(dialog.getByRole('button', { name: 'Change Role' }))
  expect(await dialog.findByText('A project needs an owner.')).toBeTruthy()
  await user.click(dialog.getByRole('button', { name: 'Cancel' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('[COL-11] Remove from Project asks first, then removes the person', async () => {
  serveTeam()
  host.on('memberships.remove', ok({ message: 'The member was removed.' }))
  await renderApp(collaboratorsPath())
  const ask = async (answer: string) => {
    await user.click((await openMenu('Béla Bartók')).getByRole('menuitem', { name: 'Remove from Project' }))
    const dialog = await screen.findByRole('dialog', { name: 'Remove Béla Bartók from the project?' })
    await user.click(within(dialog).getByRole('button', { name: answer }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  }
  await ask('Cancel')
  await host.quiet()
  expect(host.called('memberships.remove')).toEqual([])
  host.on('memberships.members', ok({ data: teamOf('owner').slice(0, 2) }))
  await ask('Remove')
  expect(await screen.findByText('Béla Bartók was removed from the project.')).toBeTruthy()
  expect(host.called('memberships.remove')[0]?.input).toEqual({ params: { id: projectID, userId: bela } })
  await waitFor(() => expect(names()).toEqual(['Grace Field', 'Ada Byron']))
})

test('[COL-11] a removal that fails is reported, and the person stays', async () => {
  serveTeam()
  host.on('memberships.remove', failedReply(500, 'INTERNAL'))
  await renderApp(collaboratorsPath())
  await user.click((await openMenu('Béla Bartók')).getByRole('menuitem', { name: 'Remove from Project' }))
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Remove' }))
  expect(await screen.findByText('Failed to remove the member. Please try again.')).toBeTruthy()
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(names()).toHaveLength(3)
})

test.each([
  ['the last owner', 'owner', 'Grace Field', 'The last owner can be neither demoted nor removed.'],
  ['an owner, to an admin', 'admin', 'Ada Byron', 'Only an owner can change an owner.'],
] as const)(
  'an action that is not possible for %s stays in the menu and says why',
  async (_who, role, name, reason) => {
    const second = { ...memberOf(3, 'owner'), name: 'Second Owner' }
    serveTeam({ role, members: role === 'admin' ? [...teamOf(role), second] : teamOf(role) })
    await renderApp(collaboratorsPath())
    const menu = await openMenu(name)
    const items = menu.getAllByRole('menuitem')
    expect(items.map((item) => item.getAttribute('aria-disabled'))).toEqual(['true', 'true'])
    const last = role === 'owner' ? 'Leave Project' : 'Remove from Project'
    expect(items.map((item) => item.textContent)).toEqual([`Change Role${reason}`, `${last}${reason}`])
    for (const item of items) await user.click(item)
    expect(screen.queryByRole('dialog')).toBeNull()
  },
)

test('a person who removes themselves is led to My Projects', async () => {
  serveTeam({ role: 'admin' })
  host.on('memberships.remove', ok({ message: 'The member was removed.' }))
  host.on('users.projects', ok({ data: [] }))
  const { path } = await renderApp(collaboratorsPath())
  await user.click((await openMenu('Grace Field')).getByRole('menuitem', { name: 'Leave Project' }))
  const dialog = await screen.findByRole('dialog', { name: 'Leave this project?' })
  await user.click(within(dialog).getByRole('button', { name: 'Leave project' }))
  await waitFor(() => expect(path()).toBe('/my-projects'))
  expect(await screen.findByText('You left the project.')).toBeTruthy()
  expect(host.called('memberships.remove')[0]?.input).toEqual({ params: { id: projectID, userId: viewerID } })
  // The cached membership is stale, so coming back to the project asks whether the viewer may see it.
  expect(queryClient.getQueryState(viewerInProjectQuery(projectID).queryKey)?.isInvalidated).toBe(true)
})

test('[COL-14] Export saves the filtered list', async () => {
  const saved = savedFiles()
  serveTeam()
  await renderApp(collaboratorsPath('?status=inactive'))
  await user.click(await screen.findByRole('button', { name: 'Export' }))
  const [file] = saved
  expect(file?.name).toMatch(/^collaborators-harbour-map-\d{4}-\d\d-\d\d\.csv$/)
  const rows = new TextDecoder('utf-8', { ignoreBOM: true }).decode(await file?.blob.arrayBuffer()).split('\r\n')
  expect(rows).toEqual([
    expect.stringMatching(/^\uFEFFName,Username,Email,Role/) as string,
    expect.stringMatching(/^Béla Bartók,bela,bela@music\.test,member,Inactive,2025-01-05,.*,250\.50,$/) as string,
    '',
  ])
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

test('[COL-14] an empty list is not exported, and the button says why', async () => {
  serveTeam()
  await renderApp(collaboratorsPath('?q=nobody'))
  expect((await screen.findByRole('button', { name: 'Export' })).hasAttribute('disabled')).toBe(true)
  expect(screen.getByText('Off: the list is empty.')).toBeTruthy()
})
