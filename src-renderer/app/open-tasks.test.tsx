import { act, configure, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { failedReply } from '#shared/api-client/index.ts'
import type { SavedSearch } from '#shared/contract/index.ts'
import type { Claim } from '#shared/contract/claims.ts'
import type { OpenTask } from '#shared/contract/open-tasks.ts'
import { host, ok } from '#support/fake-platform.ts'
import { goOffline } from '#support/network.ts'
import { openPageOf, openTaskOf, serveOpenTasks } from '#support/open-tasks.ts'
import { invited, member } from '#support/project-dialog.ts'
import { idOf } from '#support/projects.ts'
import { user } from '#support/quick-user.ts'
import { clearApp, renderApp } from '#support/render-app.tsx'
import { rewardOf } from '#support/reward-answers.ts'

configure({ asyncUtilTimeout: 20_000 })

const ids = idOf
const task = openTaskOf
const page = openPageOf
const list = (tasks: OpenTask[], nextCursor: string | null = null) => ok({ data: tasks, nextCursor })

let capabilities: string[] = []
beforeEach(() => {
  capabilities = ['claims', 'search', 'market']
  serveOpenTasks(() => capabilities)
})
afterEach(clearApp)
const view = '/market?view=tasks'
const inputsOf = (operation: string) => host.called(operation).map(({ input }) => input)
const isOfTasks = (query: unknown) =>
  typeof query === 'object' && query !== null && 'kind' in query && query.kind === 'tasks'
const lastQuery = () => inputsOf('openTasks.list').at(-1)

describe('the list', () => {
  test('[OPEN-11] the market leads to its open tasks and back, and the address has the view and its filters', async () => {
    const { path } = await renderApp('/market')
    await user.click(await screen.findByRole('link', { name: 'Open tasks' }))
    await screen.findByRole('article', { name: 'Task 1' })
    expect(path()).toBe(view)
    await user.click(screen.getByRole('switch', { name: 'Only what I may take' }))
    await waitFor(() => expect(path()).toBe(`${view}&forMe`))
    await waitFor(() => expect(lastQuery()).toEqual({ query: { forMe: 'true' } }))
    await user.click(screen.getByRole('link', { name: 'Projects' }))
    await screen.findByText('No projects yet')
    expect(path()).toBe('/market')
  })

  test('[OPEN-11] an address brings back its filters', async () => {
    await renderApp(`${view}&q=map&skill=Maps&reward=5000&hours=4&mode=apply&sort=reward`)
    await screen.findByRole('article', { name: 'Task 1' })
    expect(lastQuery()).toEqual({
      query: { q: 'map', skill: 'Maps', minCents: 5000, maxHours: 4, mode: 'apply', sort: 'reward' },
    })
    expect(screen.getByRole('group', { name: 'Active filters' }).textContent).toContain('$50 or more')
  })

  test('a server without claims has no such view, and its market asks for no open tasks', async () => {
    capabilities = ['search', 'market']
    await renderApp(view)
    await screen.findByText('No projects yet')
    expect(screen.queryByRole('link', { name: 'Open tasks' })).toBeNull()
    expect(inputsOf('openTasks.list')).toEqual([])
  })

  test('[OPEN-20] nothing is open, nothing matches, and an error keeps the old list', async () => {
    host.on('openTasks.list', list([]))
    const { path } = await renderApp(`${view}&q=zebra`)
    await screen.findByText('No open task matches.')
    await user.click(screen.getByRole('button', { name: 'Clear' }))
    await screen.findByText('No task is open yet.')
    expect(path()).toBe(view)
    host.on('openTasks.list', list([task(3)]))
    await user.click(screen.getByRole('switch', { name: 'Only what I may take' }))
    await screen.findByRole('article', { name: 'Task 3' })
    host.on('openTasks.list', failedReply(409, 'CONFLICT'))
    await user.type(screen.getByRole('textbox', { name: 'Skill' }), 'Maps{Enter}')
    const retry = await screen.findByRole('button', { name: 'Retry' })
    expect(screen.getByRole('article', { name: 'Task 3' })).toBeTruthy()
    host.on('openTasks.list', list([task(4)]))
    await user.click(retry)
    await screen.findByRole('article', { name: 'Task 4' })
  })

  test('[OPEN-12] a search is saved like one of projects, says how many are new, and is looked for again', async () => {
    let searches: SavedSearch[] = []
    host.on('savedSearches.list', ({ input }) => ok({ data: isOfTasks(input.query) ? searches : [] }))
    host.on('savedSearches.update', ok({ message: 'Changed' }))
    host.on('savedSearches.create', ({ input }) => {
      const { name, tasks } = input.body as { name: string; tasks: SavedSearch['tasks'] }
      const at = '2026-01-05T10:00:00.000Z'
      searches = [{ id: ids(7), name, search: {}, tasks, createdAt: at, seenAt: at, newHits: 0 }]
      return ok({ data: searches[0] })
    })
    const { router } = await renderApp(view)
    await screen.findByRole('article', { name: 'Task 1' })
    expect(screen.queryByRole('button', { name: 'Save this search' })).toBeNull()
    await act(() => router.navigate(`${view}&q=map&reward=5000&forMe`))
    await user.click(await screen.findByRole('button', { name: 'Save this search' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Save this search' }))
    await user.click(dialog.getByRole('button', { name: 'Save search' }))
    const name = 'map, $50 or more, For me'
    await screen.findByRole('button', { name, pressed: true })
    expect(inputsOf('savedSearches.create')).toEqual([
      { body: { name, tasks: { q: 'map', minCents: 5000, forMe: true } } },
    ])
    expect(screen.queryByRole('button', { name: 'Save this search' })).toBeNull()
    clearApp()
    serveOpenTasks(() => capabilities)
    searches = searches.map((one) => ({ ...one, newHits: 3 }))
    host.on('savedSearches.list', ({ input }) => ok({ data: isOfTasks(input.query) ? searches : [] }))
    host.on('savedSearches.update', ok({ message: 'Changed' }))
    const again = await renderApp(view)
    await user.click(await screen.findByRole('button', { name: `${name} · 3 new`, pressed: false }))
    await waitFor(() => expect(again.path()).toBe(`${view}&q=map&reward=5000&forMe`))
    await waitFor(() =>
      expect(inputsOf('savedSearches.update')).toEqual([{ params: { id: ids(7) }, body: { isSeen: true } }]),
    )
    await user.click(await screen.findByRole('button', { name, pressed: true }))
    await waitFor(() => expect(again.path()).toBe(view))
  })

  test('[OPEN-18] J and K move through the list, and Enter opens the task', async () => {
    const { path } = await renderApp(view)
    await screen.findByRole('article', { name: 'Task 2' })
    const focused = () => document.activeElement?.textContent
    await user.keyboard('j')
    expect(focused()).toBe('Task 1')
    await user.keyboard('j')
    expect(focused()).toBe('Task 2')
    await user.keyboard('k{Enter}')
    await screen.findByRole('heading', { name: 'Task 1', level: 1 })
    expect(path()).toBe(`/open/${ids(1)}`)
  })

  test('the next tasks come with Show more', async () => {
    host.on('openTasks.list', list([task(1)], 'a cursor'))
    await renderApp(view)
    const more = await screen.findByRole('button', { name: 'Show more' })
    host.on('openTasks.list', list([task(2)]))
    await user.click(more)
    await screen.findByRole('article', { name: 'Task 2' })
    expect(screen.getByRole('article', { name: 'Task 1' })).toBeTruthy()
    expect(lastQuery()).toEqual({ query: { cursor: 'a cursor' } })
  })
})

describe('the page of a task', () => {
  const open = () => renderApp(`/open/${ids(1)}`)
  const take = () => screen.findByRole('button', { name: 'Take this task' })

  test('[OPEN-14] says what is to be done, when it is done, the reward, who decides, and the terms', async () => {
    await open()
    await screen.findByRole('heading', { name: 'Task 1', level: 1 })
    expect(screen.getByRole('region', { name: 'What is to be done' }).textContent).toContain('In two colours.')
    expect(screen.getByRole('region', { name: 'Done when' }).textContent).toContain('In print size')
    expect(screen.getByText('$400.00')).toBeTruthy()
    expect(screen.getByRole('region', { name: 'Who decides' }).textContent).toContain('Marta')
    const terms = within(screen.getByRole('region', { name: 'Terms' })).getAllByRole('listitem')
    expect(terms.map(({ textContent }) => textContent).join(' ')).toContain(
      'Yours for 7 days after you take it. Reviewed within 14 days, or it counts as accepted. Paid within 14 days after that. Recorded, not held.',
    )
  })

  test('[DISPUTE-14] on a server without disputes the terms of a reward say how amounts are settled', async () => {
    const terms = async () => {
      clearApp()
      serveOpenTasks(() => capabilities)
      if (isFree) host.on('openTasks.get', ok({ data: page({ amountCents: 0 }) }))
      await open()
      await take()
      await host.quiet()
      return screen.getByRole('region', { name: 'Terms' }).textContent
    }
    let isFree = false
    expect(await terms()).toContain('No disputes on this server; amounts are settled by proposal.')
    isFree = true
    expect(await terms()).not.toContain('No disputes')
    isFree = false
    capabilities = [...capabilities, 'disputes']
    expect(await terms()).not.toContain('No disputes')
  })

  test('[OPEN-18] T opens the sheet that names the day, B saves the task', async () => {
    host.on('savedTasks.add', ok({ message: 'Saved' }))
    await open()
    await take()
    await user.keyboard('b')
    await waitFor(() => expect(inputsOf('savedTasks.add')).toEqual([{ params: { id: ids(1) }, body: {} }]))
    await user.keyboard('t')
    const sheet = await screen.findByRole('dialog', { name: 'Take this task' })
    const day = new Date(Date.now() + 7 * 86_400_000).getDate()
    expect(sheet.textContent).toMatch(new RegExp(`yours until .*\\b${day}\\b`))
  })

  test('[CLAIM-58] who comes second reads who was quicker, and what else there is to take', async () => {
    host.on('claims.take', failedReply(409, 'CONFLICT', 'Ana was quicker.'))
    host.on('openTasks.list', list([task(1), task(2), task(3), task(4), task(5)]))
    await open()
    await user.click(await take())
    await user.click(await screen.findByRole('button', { name: 'Take it' }))
    const sheet = within(await screen.findByRole('dialog'))
    await sheet.findByText('Ana was quicker.')
    await waitFor(() =>
      expect(sheet.getAllByRole('link').map(({ textContent }) => textContent)).toEqual(['Task 2', 'Task 3', 'Task 4']),
    )
    expect(lastQuery()).toEqual({ query: { forMe: 'true', limit: 4, skill: 'Maps' } })
  })

  test('[OPEN-21] [ENTRY-20] a task that somebody takes while its page is read says so, with the reason at its button', async () => {
    await open()
    await take()
    const whyNot = { reason: 'taken', text: 'Somebody else has this task.' }
    host.on('openTasks.get', ok({ data: page({ state: 'taken', may: false, whyNot }) }))
    window.dispatchEvent(new Event('visibilitychange'))
    await screen.findByText('This task is taken.')
    // [ENTRY-20] It names what else there is to take.
    expect(await screen.findByRole('link', { name: 'Task 2' })).toBeTruthy()
    expect((await take()).hasAttribute('disabled')).toBe(true)
    expect(screen.getByText('Somebody else has this task.')).toBeTruthy()
    expect(screen.getByText('In two colours.')).toBeTruthy()
    host.on('openTasks.get', failedReply(404, 'NOT_FOUND'))
    window.dispatchEvent(new Event('visibilitychange'))
    await screen.findByText(/no longer offered. You can read it/)
    expect(screen.getByText('In two colours.')).toBeTruthy()
  })

  test.each([
    ['finished it', { taskId: '1', title: 'Task 1', status: 4 }],
    ['finished it, and to whom the project is closed now', null],
  ])('[GUEST-15] [OPEN-21] who has %s is led to it, and does not read that somebody else has it', async (_, known) => {
    const whyNot = { reason: 'taken', text: 'Somebody else has this task.' }
    host.on('openTasks.get', ok({ data: page({ state: 'taken', may: false, whyNot }) }))
    const finished: Claim = {
      ...{ id: idOf(950), taskID: idOf(1), userID: idOf(951), kind: 'claimed', state: 'finished', leaseUntil: null },
      ...{ terms: { ...rewardOf().terms, title: 'Task 1', description: '' }, claimedAt: '2026-11-20T10:00:00.000Z' },
      ...{ firstHandInAt: null, extendedAt: null, endedAt: '2026-11-28T10:00:00.000Z', because: null, reviewBy: null },
      ...{
        payBy: null,
        task: known,
        project: { id: idOf(900), title: 'A bird atlas' },
      },
    }
    host.on('claims.list', ok({ data: [finished], nextCursor: null }))
    await open()
    await screen.findByText('You have finished this task.')
    expect(screen.getByRole('link', { name: 'Open the task' }).getAttribute('href')).toMatch(/\/tasks\/1$/)
    expect(screen.queryByText('Somebody else has this task.')).toBeNull()
    expect(screen.queryByText('This task is taken.')).toBeNull()
  })

  test('[CLAIM-30] at the cap the button says how many tasks one holds, as the server counts them', async () => {
    const text = 'You hold 2 of 2 tasks. Hand one in or give one back.'
    host.on('openTasks.get', ok({ data: page({ may: false, whyNot: { reason: 'cap', text } }) }))
    await open()
    const button = await take()
    expect(button).toHaveProperty('disabled', true)
    const said = document.getElementById(button.getAttribute('aria-describedby') ?? '')
    expect(said?.textContent).toBe(text)
    await user.keyboard('t')
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  test('[ENTRY-04] who was invited for a task accepts above it with one press', async () => {
    const invitation = { fromUsername: 'marta', fromName: 'Marta', message: 'Come.' }
    host.on('memberships.access', ok({ data: { ...invited, invitation } }))
    await renderApp(`/open/${ids(1)}?invited`)
    const bar = within(await screen.findByRole('region', { name: 'Your invitation' }))
    expect(bar.getByText(/Marta invites you to A bird atlas as member\. “Come\.”/)).toBeTruthy()
    host.on('memberships.answer', () => {
      host.on('memberships.access', ok({ data: member }))
      return ok({ data: member, message: 'Accepted.' })
    })
    await user.click(bar.getByRole('button', { name: 'Accept' }))
    await screen.findByText('You are part of A bird atlas now.')
    expect(screen.queryByRole('region', { name: 'Your invitation' })).toBeNull()
    expect(inputsOf('memberships.answer')).toEqual([
      { params: { id: ids(900), userId: host.userID }, body: { accept: true } },
    ])
    expect((await take()).hasAttribute('disabled')).toBe(false)
  })

  test('[SETTLE-49] without a network nobody takes it; the page and the sheet say why, and nothing is queued', async () => {
    host.on('claims.take', ok({ data: {} }))
    await open()
    await user.click(await take())
    const sheet = within(await screen.findByRole('dialog', { name: 'Take this task' }))
    const goOnline = goOffline()
    const send = sheet.getByRole<HTMLButtonElement>('button', { name: 'Take it · needs the network' })
    expect(send.disabled).toBe(true)
    await user.click(sheet.getByRole('button', { name: 'Cancel' }))
    expect(await take()).toHaveProperty('disabled', true)
    expect(screen.getByText('This needs the network. Nothing is kept to be sent later.')).toBeTruthy()
    goOnline()
    await waitFor(async () => expect(await take()).toHaveProperty('disabled', false))
    await host.quiet()
    expect(inputsOf('claims.take')).toEqual([])
  })

  test('an unknown task leads to the list', async () => {
    host.on('openTasks.get', failedReply(404, 'NOT_FOUND'))
    await open()
    await screen.findByRole('heading', { name: 'Task not found' })
    expect(screen.getByRole('link', { name: 'See open tasks' }).getAttribute('href')).toBe(view)
  })
})

test('[OPEN-18] G O opens the open tasks; without claims it is no key', async () => {
  const { path } = await renderApp('/market')
  await screen.findByRole('link', { name: 'Open tasks' })
  await user.keyboard('go')
  await screen.findByRole('article', { name: 'Task 1' })
  expect(path()).toBe(view)
})
