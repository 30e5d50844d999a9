import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type CommandID, commandGroups, commandIDs, commandOf } from '#shared/rules/commands.ts'
import { failedReply } from '#shared/api-client/index.ts'
import { host, ok } from '#support/fake-platform.ts'
import { clearApp, renderApp } from '#support/render-app.tsx'
import { localData } from '#lib/browser-storage.ts'
import { setSingleKeys } from '#lib/commands.ts'
import { RECENT_MAX } from './recent.ts'

const uuid = (number: number) => `01890000-0000-7000-8000-${String(number).padStart(12, '0')}`
const hits = { tasks: [], projects: [], people: [] }
const all = ['inbox', 'live', 'tasks2', 'review', 'search', 'work', 'decisions', 'rewards', 'claims', 'payouts']

beforeEach(() => {
  host.userID = uuid(1)
  host.on('users.username', ok({ data: { username: 'ada' } }))
  host.on('capabilities.list', ok({ data: all }))
  host.on('notifications.count', ok({ data: { forYou: 0, following: 0 } }))
  host.on('search.find', ok({ data: hits }))
  host.on('people.talents', ok({ talents: [], pagination: { page: 1, limit: 20, total: 0, totalPages: 0 } }))
  host.on('users.openProjects', ok({ data: [] }))
})
afterEach(() => {
  vi.useRealTimers()
  setSingleKeys(true)
  localData.remove('capabilities', 'recent', 'singleKeys')
  clearApp()
})

/** Opens a screen and waits until its commands are there: the code for them comes after the screen's own. */
const open = async (path = '/talent') => {
  const app = await renderApp(path)
  await screen.findByRole('button', { name: 'Search and commands' })
  await waitFor(() => expect(host.menu.length).toBeGreaterThan(0))
  return app
}
const press = (
  key: string,
  options: Partial<KeyboardEventInit> = {},
  target: Element = document.activeElement ?? document.body,
) => act(() => void fireEvent.keyDown(target, { key, ...options }))
const palette = () => screen.findByRole('dialog', { name: 'Search and commands' })
const field = () => screen.findByRole('combobox', { name: 'Search and commands' })
const options = () => screen.queryAllByRole('option').map(({ textContent }) => textContent)
const type = async (text: string) => fireEvent.change(await field(), { target: { value: text } })

test('[KEYS-01] Ctrl+K and Cmd+K open the palette, also from a field; Esc closes it and gives the focus back', async () => {
  await open()
  const search = await screen.findByRole('searchbox')
  for (const mod of [{ ctrlKey: true }, { metaKey: true }]) {
    act(() => search?.focus())
    press('k', mod)
    await palette()
    expect(document.activeElement).toBe(await field())
    fireEvent.keyDown(await field(), { key: 'Escape' })
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(document.activeElement).toBe(search)
  }
})

test('[KEYS-13] G and then a letter goes to each place, and no further after a pause', async () => {
  const { path } = await open()
  const places = { m: '/market', w: '/work', p: '/my-projects', t: '/talent', i: '/inbox', a: '/owner-dashboard' }
  for (const [letter, place] of Object.entries(places)) {
    press('g', {}, document.body)
    press(letter, {}, document.body)
    await waitFor(() => expect(path()).toBe(place))
  }
  const now = vi.spyOn(Date, 'now')
  const begin = Date.now()
  press('g', {}, document.body)
  now.mockReturnValue(begin + 5_000)
  press('m', {}, document.body)
  now.mockRestore()
  await host.quiet()
  expect(path()).toBe('/owner-dashboard')
})

test('[KEYS-11] no key acts while one types, during composition, or behind a dialog', async () => {
  const { path } = await open()
  const input = document.createElement('input')
  const area = document.createElement('textarea')
  const editable = document.createElement('div')
  editable.setAttribute('contenteditable', 'true')
  document.body.append(input, area, editable)
  for (const target of [input, area, editable]) for (const key of ['?', '/', 'c', 'g', 'm']) press(key, {}, target)
  press('?', { isComposing: true }, document.body)
  press('?', { keyCode: 229 }, document.body)
  press('?', { altKey: true }, document.body)
  await host.quiet()
  expect([screen.queryByRole('dialog'), path()]).toEqual([null, '/talent'])
  press('?', {}, document.body)
  await screen.findByRole('dialog', { name: 'Keyboard shortcuts' })
  press('g', {}, document.body)
  press('m', {}, document.body)
  press('/', {}, document.body)
  await host.quiet()
  expect([path(), screen.queryByRole('combobox', { name: 'Search and commands' })]).toEqual(['/talent', null])
  for (const element of [input, area, editable]) element.remove()
})

test('[KEYS-12] single letters are switched off in the settings; Ctrl+K goes on working', async () => {
  await open('/settings/appearance')
  fireEvent.click(await screen.findByRole('switch', { name: 'Keys of single letters' }))
  expect(localData.get('singleKeys')).toBe('off')
  act(() => (document.activeElement as HTMLElement | null)?.blur())
  for (const key of ['?', '/', 'c']) press(key, {}, document.body)
  await host.quiet()
  expect([screen.queryByRole('dialog'), document.querySelector('[data-toast]')]).toEqual([null, null])
  press('k', { ctrlKey: true }, document.body)
  await palette()
})

test('[KEYS-10][KEYS-18] ? lists every command of the table with its keys', async () => {
  await open()
  press('?', {}, document.body)
  const help = within(await screen.findByRole('dialog', { name: 'Keyboard shortcuts' }))
  for (const id of commandIDs) {
    const { label, group, keys } = commandOf(id)
    const row = within(help.getByRole('region', { name: commandGroups[group] })).getByText(label).parentElement
    expect(row?.querySelectorAll('kbd').length, id).toBe(keys.join(' ').split(' ').length)
  }
})

test('[KEYS-18] the palette and the menu have every command that is offered, and a key makes each of them', async () => {
  const places = commandIDs.filter((id) => ['places', 'general'].includes(commandOf(id).group))
  await open()
  expect(host.menu.map(({ id }) => id).sort()).toEqual(commandIDs.filter((id) => !commandOf(id).isKeyOnly).sort())
  press('k', { ctrlKey: true }, document.body)
  await palette()
  const shown = options()
  for (const id of places.filter((one) => one !== 'palette.open'))
    expect(
      shown.some((text) => text?.startsWith(commandOf(id).label)),
      id,
    ).toBe(true)
  for (const id of commandIDs) expect(commandOf(id).keys.length, id).toBeGreaterThan(0)
})

test('[KEYS-14] / opens the search; C says that a task needs a project, with the text of the disabled entry', async () => {
  await open()
  press('/', {}, document.body)
  await palette()
  const entry = screen.getAllByRole('option').find(({ textContent }) => textContent?.startsWith('New task'))
  expect(entry?.getAttribute('aria-disabled')).toBe('true')
  expect(entry?.textContent).toContain('Open a project first: a task belongs to one.')
  fireEvent.keyDown(await field(), { key: 'Escape' })
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  press('c', {}, document.body)
  const said = await screen.findByText('Open a project first: a task belongs to one.')
  expect(said.closest('[aria-live]')).not.toBeNull()
})

test('[KEYS-06] the search is sent 150 ms after the last key, from 2 characters on, from 1 in scripts without spaces', async () => {
  const asked = () => host.called('search.find').map(({ input }) => (input.query as { q: string }).q)
  await open()
  press('k', { ctrlKey: true }, document.body)
  const input = await field()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const write = (value: string) => act(() => void fireEvent.change(input, { target: { value } }))
  const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
  write('a')
  await pass(500)
  expect(asked()).toEqual([])
  write('ab')
  await pass(100)
  write('abc')
  await pass(140)
  expect(asked()).toEqual([])
  await pass(20)
  expect(asked()).toEqual(['abc'])
  write('菜')
  await pass(200)
  expect(asked()).toEqual(['abc', '菜'])
})

const projectHit = (title: string) => ({ ...hits, projects: [{ id: uuid(7), title, role: null }] })

test('[KEYS-06] an older answer never replaces a newer one', async () => {
  const late: Array<() => void> = []
  host.on('search.find', ({ input }) => {
    const { q } = input.query as { q: string }
    if (q !== 'har') return ok({ data: projectHit(`for ${q}`) })
    return new Promise((resolve) => late.push(() => resolve(ok({ data: projectHit('for har') }))))
  })
  await open()
  press('k', { ctrlKey: true }, document.body)
  await type('har')
  await waitFor(() => expect(late).toHaveLength(1))
  await type('harb')
  await screen.findByText('for harb')
  act(() => late[0]?.())
  await host.quiet()
  expect([screen.queryByText('for har'), screen.queryByText('for harb') !== null]).toEqual([null, true])
})

test('[KEYS-02][KEYS-09] arrows go through commands, places, tasks, projects and people; Enter does the marked one', async () => {
  host.on(
    'search.find',
    ok({
      data: {
        tasks: [
          {
            ...{ id: uuid(3), taskId: '12', title: 'Find the map', status: 1, stage: 'Next' },
            ...{ projectID: uuid(4), projectTitle: 'Atlas' },
          },
        ],
        projects: [{ id: uuid(7), title: 'Find birds', role: 'member' }],
        people: [{ id: uuid(8), username: 'finda', name: 'Finda' }],
      },
    }),
  )
  const { path } = await open()
  press('k', { ctrlKey: true }, document.body)
  await type('find')
  await screen.findByText('Find birds')
  expect(
    within(await palette())
      .getAllByRole('group')
      .map((group) => document.getElementById(group.getAttribute('aria-labelledby') ?? '')?.textContent),
  ).toEqual(['Go to', 'Tasks', 'Projects', 'People'])
  const input = await field()
  expect(input.getAttribute('aria-controls')).toBe(screen.getByRole('listbox').id)
  const marked = () => document.getElementById(input.getAttribute('aria-activedescendant') ?? '')?.textContent
  await waitFor(() => expect(marked()).toContain('Find Work'))
  const user = userEvent.setup()
  await user.keyboard('{ArrowDown}{ArrowDown}')
  expect(marked()).toContain('#12 in Atlas · Next')
  expect(screen.getAllByRole('status').map(({ textContent }) => textContent)).toContain('5 results')
  await user.keyboard('{ArrowDown}{Enter}')
  await waitFor(() => expect(path()).toContain(`/project/${uuid(7)}`))
  expect(screen.queryByRole('combobox', { name: 'Search and commands' })).toBeNull()
})

test('a title that begins with the words leads, and no group has more than three of its hits', async () => {
  const task = (number: number) => ({
    id: uuid(20 + number),
    taskId: String(number),
    title: `Hang lantern ${number}`,
    status: 1,
    projectID: uuid(4),
    projectTitle: 'Atlas',
  })
  const tasks = [1, 2, 3, 4, 5, 6, 7].map(task)
  const projects = [{ id: uuid(7), title: 'Lantern festival', role: 'member' }]
  host.on('search.find', ok({ data: { tasks, projects, people: [] } }))
  await open()
  press('k', { ctrlKey: true }, document.body)
  await type('lantern')
  await screen.findByText('Lantern festival')
  const found = within(await palette())
    .getAllByRole('option')
    .map(({ textContent }) => textContent)
  expect(found[0]).toContain('Lantern festival')
  expect(found.filter((text) => text.includes('Hang lantern'))).toHaveLength(3)
})

test('[KEYS-08] when the search fails commands still work and the palette says so; nothing found says so', async () => {
  host.on('search.find', failedReply(0, 'NETWORK'))
  await open()
  press('k', { ctrlKey: true }, document.body)
  await type('find')
  const note = 'The search cannot be reached right now. Commands work all the same.'
  expect((await screen.findAllByText(note)).length).toBeGreaterThan(0)
  expect(options().some((text) => text?.startsWith('Find Work'))).toBe(true)
  host.on('search.find', ok({ data: hits }))
  await type('zzzz')
  expect((await screen.findAllByText('Nothing found for “zzzz”.')).length).toBeGreaterThan(0)
})

test('[KEYS-08] a search that takes its time says so, and no longer than it lasts', async () => {
  let answer = (): void => undefined
  const held = new Promise<void>((resolve) => (answer = resolve))
  host.on('search.find', async () => {
    await held
    return ok({ data: hits })
  })
  await open()
  press('k', { ctrlKey: true }, document.body)
  await type('map')
  expect((await screen.findAllByText('Searching…')).length).toBeGreaterThan(0)
  answer()
  await waitFor(() => expect(screen.queryAllByText('Searching…')).toEqual([]))
})

test('[KEYS-07] the empty palette shows recent things that may still be opened; signing out forgets them', async () => {
  const profile = {
    id: uuid(9),
    username: 'grace',
    name: 'Grace Field',
    bio: '',
    tier: 'basic',
    reputation: 0,
    isOwner: false,
    skills: [],
    projects: [],
  }
  host.on('people.profileByUsername', ok({ data: profile }))
  host.on('tasks.get', failedReply(404, 'NOT_FOUND'))
  localData.set(
    'recent',
    JSON.stringify([{ kind: 'task', id: uuid(3) }, { kind: 'person', username: 'grace' }, { broken: 1 }]),
  )
  await open()
  press('k', { ctrlKey: true }, document.body)
  await screen.findByText('Grace Field')
  const recent = within(await palette()).getByRole('group', { name: 'Recent' })
  expect(within(recent).getAllByRole('option')).toHaveLength(1)
  expect(RECENT_MAX).toBeGreaterThan(3)
  act(() => host.emit({ type: 'signedOut', reason: 'logout' }))
  expect(localData.get('recent')).toBeNull()
})

test('[GUEST-12] a task that was found opens at its number, where its guest reads it', async () => {
  const task = {
    id: uuid(3),
    taskId: '12',
    title: 'Draw the terns',
    status: 2,
    projectID: uuid(4),
    projectTitle: 'Atlas',
  }
  host.on('search.find', ok({ data: { ...hits, tasks: [task] } }))
  const { path } = await open()
  press('k', { ctrlKey: true }, document.body)
  await type('terns')
  fireEvent.click(await screen.findByRole('option', { name: /Draw the terns/ }))
  await waitFor(() => expect(path()).toBe(`/project/${uuid(4)}/tasks/12`))
})

test('[KEYS-07] a profile that was opened is among the recent things', async () => {
  const profile = {
    id: uuid(9),
    username: 'grace',
    name: 'Grace Field',
    bio: '',
    tier: 'basic',
    reputation: 0,
    isOwner: false,
    skills: [],
    projects: [],
  }
  host.on('people.profileByUsername', ok({ data: profile }))
  await open('/pf/grace')
  await waitFor(() => expect(localData.get('recent')).toContain('grace'))
})

test('[KEYS-19] the menu does what its key does, and disables what may not be done now', async () => {
  const { path } = await open()
  const stateOf = (id: CommandID) => host.menu.find((entry) => entry.id === id)?.isEnabled
  expect([stateOf('go.market'), stateOf('task.new'), stateOf('task.status')]).toEqual([true, false, false])
  act(() => host.chooseInMenu('go.projects'))
  await waitFor(() => expect(path()).toBe('/my-projects'))
  act(() => host.chooseInMenu('help.open'))
  await screen.findByRole('dialog', { name: 'Keyboard shortcuts' })
  act(() => host.emit({ type: 'signedOut', reason: 'logout' }))
  await waitFor(() => expect(host.menu).toEqual([]))
})

test('a server without the search has neither palette nor keys of it, and the inbox keeps its own', async () => {
  host.on('capabilities.list', ok({ data: ['inbox'] }))
  await renderApp('/talent')
  await waitFor(() => expect(host.menu.map(({ id }) => id.split('.')[0])).toContain('inbox'))
  expect(screen.queryByRole('button', { name: 'Search and commands' })).toBeNull()
  for (const key of ['?', '/']) press(key, {}, document.body)
  press('k', { ctrlKey: true }, document.body)
  await host.quiet()
  expect(screen.queryByRole('dialog')).toBeNull()
})
