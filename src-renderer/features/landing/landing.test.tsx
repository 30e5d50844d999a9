import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { failedReply } from '#shared/api-client/index.ts'
import { host, ok } from '#support/fake-platform.ts'
import { clearApp, renderApp } from '#support/render-app.tsx'
import * as analytics from '#lib/analytics.ts'
import { sessionData } from '#lib/browser-storage.ts'
import { columns, placesAt, storyOfRequest, storyOfReward } from './story.ts'

afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  clearApp()
})

const box = () => screen.getByLabelText<HTMLInputElement>('Email address')
const ask = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Request Access' })
const landing = async () => {
  const app = await renderApp('/')
  await screen.findByRole('button', { name: 'Request Access' })
  return app
}
const request = (email: string) => {
  fireEvent.change(box(), { target: { value: email } })
  fireEvent.click(ask())
}

test("[WAIT-01][WAIT-02][WAIT-03][NAV-01] the page has an email box, 'Request Access', a login link, video and footer, no header", async () => {
  await landing()
  expect(box()).toBeTruthy()
  const logIn = within(screen.getByRole('navigation', { name: 'Start' })).getByRole('link', { name: 'Log in' })
  expect(logIn.getAttribute('href')).toBe('/login')
  const video = screen.getByRole('region', { name: 'See it move' })
  expect(within(video).getByRole('button', { name: 'Pause the picture' })).toBeTruthy()
  expect(screen.getByRole('contentinfo')).toBeTruthy()
  expect(screen.queryByRole('banner')).toBeNull()
})

test.each(['', '   ', 'ada.example.org'])('[WAIT-04] the text %j makes no call', async (email) => {
  await landing()
  request(email)
  fireEvent.submit(box())
  await host.quiet()
  // The page asks by itself what the server can do; no text makes it ask for more.
  expect(host.calls.filter(({ operation }) => operation !== 'capabilities.list')).toEqual([])
})

test('[WAIT-08] a newcomer sees thanks in the disabled email box', async () => {
  host.on('waitlist.subscribe', ok({ beta: false, message: 'Thanks' }))
  await landing()
  request('ada@example.org')
  await waitFor(() => expect(box().value).toBe('Thankyou for subscribing'))
  expect([box().disabled, ask().disabled]).toEqual([true, true])
  expect(host.called('waitlist.subscribe').map(({ input }) => input.body)).toEqual([{ email: 'ada@example.org' }])
  expect(sessionData.get('prefillEmail')).toBeNull()
})

test('[WAIT-05][WAIT-06][WAIT-07] an invited person sees 3, 2, 1, 0 counted down, their email is kept, and /login opens', async () => {
  host.on('waitlist.subscribe', ok({ beta: true, message: 'In' }))
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  const { path } = await landing()
  request('ada@example.org')
  const line = (seconds: number) => `You are an approved contributor! Redirecting to login in ${seconds} seconds...`
  expect(await screen.findByText(line(3))).toBeTruthy()
  for (const left of [2, 1, 0]) {
    await act(() => vi.advanceTimersByTimeAsync(1000))
    expect(screen.getByText(line(left))).toBeTruthy()
    if (left > 0) expect(path()).toBe('/')
  }
  expect(sessionData.get('prefillEmail')).toBe('ada@example.org')
  expect((await screen.findByLabelText<HTMLInputElement>('Email')).value).toBe('ada@example.org')
  expect(path()).toBe('/login')
})

test.each([
  ['[WAIT-09]', failedReply(429, 'RATE_LIMITED', 'x'), 'Failed to join waitlist. Please try again.'],
  ['[WAIT-09]', failedReply(500, 'INTERNAL', 'x'), 'Failed to join waitlist. Please try again.'],
  ['[WAIT-10]', failedReply(0, 'NETWORK'), 'Network error. Please try again.'],
  ['[WAIT-10]', failedReply(0, 'TIMEOUT'), 'Network error. Please try again.'],
])('%s a failed subscription can be tried again: %o', async (_, reply, text) => {
  host.on('waitlist.subscribe', reply)
  await landing()
  request('ada@example.org')
  expect((await screen.findByRole('alert')).textContent).toContain(text)
  host.on('waitlist.subscribe', ok({ beta: false, message: 'Thanks' }))
  fireEvent.click(ask())
  await waitFor(() => expect(box().value).toBe('Thankyou for subscribing'))
})

test('[WAIT-14] the landing page sends its events to analytics', async () => {
  const track = vi.spyOn(analytics, 'track')
  host.on('waitlist.subscribe', ok({ beta: false, message: 'Thanks' }))
  await landing()
  request('ada@example.org')
  await waitFor(() => expect(box().disabled).toBe(true))
  expect([...new Set(track.mock.calls.map(([name]) => name))]).toEqual([
    'landing_page_viewed',
    'waitlist_requested',
    'waitlist_answered',
  ])
})

test("[AUTH-26] a signed-in visitor finds 'Go to dashboard' beside the page's own content", async () => {
  host.userID = '01890000-0000-7000-8000-000000000001'
  await renderApp('/')
  const goOn = await screen.findByRole('link', { name: 'Go to dashboard' })
  expect(goOn.getAttribute('href')).toBe('/dashboard')
  // The link is the main action: nobody who is signed in is asked for their address.
  expect(goOn.className).toContain('contained')
  expect(screen.queryByRole('button', { name: 'Request Access' })).toBeNull()
  expect(screen.getByRole('heading', { level: 1 })).toBeTruthy()
})

test.each(['', 'no address', 'foo@'])(
  '[WAIT-04] the text %j is no address: nothing is sent, and the form says why',
  async (typed) => {
    await landing()
    request(typed)
    fireEvent.submit(box())
    expect(await screen.findByText('Please enter a valid email address')).toBeTruthy()
    await host.quiet()
    expect(host.called('waitlist.subscribe')).toEqual([])
  },
)

const figures = (answer: object) => {
  host.on('capabilities.list', ok({ data: ['figures'] }))
  host.on('figures.get', ok({ data: answer }))
}

test('figures of this server show where it tells at least two of them, and say which one is a floor', async () => {
  figures({
    openProjects: { count: 1_057, isFloor: false },
    people: null,
    tasksDone: { count: 87_400, isFloor: true },
  })
  await landing()
  await screen.findByText('open projects')
  const shown = [...document.querySelectorAll('dl[aria-label="On this server right now"] > div')]
  expect(shown.map((each) => each.textContent)).toEqual(['open projects1,057', 'tasks done87,400+'])
})

test.each([
  ['one figure alone', { openProjects: { count: 12, isFloor: false }, people: null, tasksDone: null }],
  ['none', { openProjects: null, people: null, tasksDone: null }],
])('a server that tells %s has no row of figures', async (_, answer) => {
  figures(answer)
  await landing()
  await waitFor(() => expect(host.called('figures.get')).toHaveLength(1))
  await host.quiet()
  expect(document.querySelector('dl')).toBeNull()
})

test.each([
  ['ten open tasks', { count: 10, isFloor: false }, ['open projects', 'people', 'open tasks']],
  ['few open tasks, of which the server tells nothing,', null, ['open projects', 'people']],
])('[OPEN-22] with %s the figures are those', async (_, openTasks, labels) => {
  host.on('capabilities.list', ok({ data: ['figures', 'claims'] }))
  const count = { count: 20, isFloor: false }
  host.on('figures.get', ok({ data: { openProjects: count, people: count, tasksDone: null, openTasks } }))
  await landing()
  const row = await screen.findByLabelText('On this server right now')
  await waitFor(() =>
    expect(
      within(row)
        .getAllByRole('term')
        .map(({ textContent }) => textContent),
    ).toEqual(labels),
  )
})

test('a server without figures is not asked for any', async () => {
  await landing()
  await waitFor(() => expect(host.called('capabilities.list')).toHaveLength(1))
  await host.quiet()
  expect(host.called('figures.get')).toEqual([])
})

const column = () => document.querySelector('[data-story-column]')?.getAttribute('data-story-column')

test('the picture of the board moves on by itself until it is paused', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  await landing()
  expect(column()).toBe('0')
  await act(() => vi.advanceTimersByTimeAsync(3 * 2_400))
  expect(column()).toBe('1')
  fireEvent.click(screen.getByRole('button', { name: 'Pause the picture' }))
  await act(() => vi.advanceTimersByTimeAsync(20_000))
  expect(column()).toBe('1')
  fireEvent.click(screen.getByRole('button', { name: 'Play the picture' }))
  await act(() => vi.advanceTimersByTimeAsync(2_400))
  expect(column()).toBe('2')
})

test('the picture stands while its tab is hidden', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  await landing()
  const state = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
  act(() => void document.dispatchEvent(new Event('visibilitychange')))
  await act(() => vi.advanceTimersByTimeAsync(20_000))
  expect(column()).toBe('0')
  state.mockReturnValue('visible')
  act(() => void document.dispatchEvent(new Event('visibilitychange')))
  await act(() => vi.advanceTimersByTimeAsync(3 * 2_400))
  expect(column()).toBe('1')
})

test.each([
  ['a request', storyOfRequest],
  ['a reward', storyOfReward],
] as const)(
  'no two cards of the picture of %s share a place, and only its own card changes the column',
  (_name, { steps, tag }) => {
    const others = steps.map((step) => placesAt(step, tag).filter(({ isMoving }) => !isMoving))
    for (const step of steps) {
      const places = placesAt(step, tag).map(({ column: at, slot }) => `${at}/${slot}`)
      expect(new Set(places).size).toBe(places.length)
      for (const { column: at } of placesAt(step, tag)) expect(columns[at]).toBeDefined()
    }
    for (const cards of others) expect(cards.map((card) => card.column)).toEqual(others[0]?.map((card) => card.column))
  },
)

test('[OPEN-23] where tasks have rewards the picture shows one taken, handed in, accepted and recorded as paid', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  host.on('capabilities.list', ok({ data: ['rewards', 'claims'] }))
  await landing()
  const picture = await screen.findByRole('img', {
    name: /a task with a reward is taken, .* is accepted, and is recorded as paid\.$/,
  })
  const chapters = within(screen.getByRole('region', { name: 'See it move' })).getAllByRole('listitem')
  expect(chapters.map((one) => one.firstChild?.textContent)).toEqual([
    ...['A task has a reward', 'It is taken', 'The work moves', 'It is handed in', 'Accepted, and recorded as paid'],
  ])
  const seen: string[] = []
  for (let step = 0; step < storyOfReward.steps.length; step++) {
    seen.push(`${column()} ${picture.textContent}`)
    await act(() => vi.advanceTimersByTimeAsync(2_400))
  }
  const notes = ['', 'Take this task', 'Noor Haddad works on it', '', 'hands it in', 'is owed $400', 'Recorded as paid']
  for (const [at, note] of notes.entries()) expect(seen[at]).toContain(note)
  expect(seen.map((text) => text[0]).join('')).toBe('0011233')
})

test('[OPEN-23] [OFFER-43] without rewards it shows somebody ask to join, and names no money', async () => {
  host.on('capabilities.list', ok({ data: ['rewards'] }))
  await landing()
  const part = within(screen.getByRole('region', { name: 'See it move' }))
  expect(part.getByText('A request arrives')).toBeTruthy()
  expect(part.queryByText(/\$|paid/)).toBeNull()
})

test('[ENTRY-14] the page asks what one wants, optionally; a second press takes it back', async () => {
  host.on('capabilities.list', ok({ data: ['wishes'] }))
  host.on('waitlist.subscribe', ok({ beta: false, message: 'Thanks' }))
  await landing()
  const choice = within(await screen.findByRole('group', { name: 'I want to (optional):' }))
  fireEvent.click(choice.getByRole('button', { name: 'Get work done' }))
  fireEvent.click(choice.getByRole('button', { name: 'Do work' }))
  expect(choice.getByRole('button', { name: 'Do work', pressed: true })).toBeTruthy()
  fireEvent.click(choice.getByRole('button', { name: 'Do work' }))
  expect(choice.queryByRole('button', { pressed: true })).toBeNull()
  fireEvent.click(choice.getByRole('button', { name: 'Get work done' }))
  request('ada@example.org')
  await waitFor(() => expect(box().value).toBe('Thankyou for subscribing'))
  expect(host.called('waitlist.subscribe').map(({ input }) => input.body)).toEqual([
    { email: 'ada@example.org', want: 'getWorkDone' },
  ])
})

test.each([
  ['/open/', 'taskID'],
  ['/project/', 'projectID'],
])(
  '[ENTRY-20] who wanted %s… asks for access with that wish, and reads that they come back to it',
  async (begin, name) => {
    host.on('capabilities.list', ok({ data: ['wishes'] }))
    host.on('waitlist.subscribe', ok({ beta: false, message: 'Thanks' }))
    const id = '01890000-0000-7000-8000-000000000011'
    await renderApp(`${begin}${id}${name === 'taskID' ? '?from=p' : '/dialog'}`)
    await screen.findByText(/Ask for access below: you come back/)
    await screen.findByRole('group', { name: 'I want to (optional):' })
    request('ada@example.org')
    await screen.findByText(/bring you back to what you wanted to see/)
    expect(host.called('waitlist.subscribe').map(({ input }) => input.body)).toEqual([
      { email: 'ada@example.org', from: { [name]: id } },
    ])
  },
)

test('[ENTRY-14] a server of before is sent the address alone', async () => {
  host.on('capabilities.list', ok({ data: [] }))
  await landing()
  await host.quiet()
  expect(screen.queryByRole('group', { name: /^I want to/ })).toBeNull()
})
