import { act, cleanup, configure, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { failedReply, type Reply } from '#shared/api-client/index.ts'
import type { Profile, ReputationLine } from '#shared/contract/index.ts'
import { host, ok } from '#support/fake-platform.ts'
import { user } from '#support/quick-user.ts'
import { renderRoutes } from '#support/render-routes.tsx'
import { profileFramedRoutes } from './routes.tsx'

configure({ asyncUtilTimeout: 15_000 })

const uuid = (number: number) => `01890000-0000-7000-8000-${String(number).padStart(12, '0')}`
const grace: Profile = {
  id: uuid(1),
  username: 'grace',
  name: 'Grace Field',
  bio: '',
  tier: 'silver',
  reputation: 1250,
  isOwner: false,
  skills: [],
  projects: [],
}
const line = (number: number, more: Partial<ReputationLine> = {}): ReputationLine => ({
  id: uuid(number),
  rule: 'completed',
  amount: 40,
  createdAt: '2026-01-05T12:00:00.000Z',
  project: { id: uuid(900), title: 'Harbour atlas' },
  task: { id: uuid(800 + number), taskId: String(number), title: `Task ${number}` },
  ...more,
})
const pageOf = (data: ReputationLine[], total = data.length) =>
  ok({ data, pagination: { page: 1, limit: 10, total, totalPages: Math.ceil(total / 10) } })
beforeEach(() => {
  host.on('capabilities.list', ok({ data: ['reputation'] }))
  host.on('people.profileByUsername', ok({ data: grace }))
})
afterEach(() => {
  vi.useRealTimers()
  cleanup()
  host.reset()
})
const why = () => screen.findByRole('button', { name: 'Why 1,250?' })
const open = async () => {
  renderRoutes(profileFramedRoutes, '/pf/grace')
  await user.click(await why())
}
const cells = async () =>
  within(await screen.findByRole('table', { name: 'Where the points come from' }))
    .getAllByRole('row')
    .map((row) => [...row.children].map((cell) => cell.textContent))

test('[REP-08] ‘Why 1,250?’ opens the lines with task, project, points and day, in pages', async () => {
  const all = Array.from({ length: 12 }, (_, at) => line(12 - at))
  host.on('reputation.lines', ({ input }) => {
    const { page } = input.query as { page: number }
    return ok({
      data: all.slice((page - 1) * 10, page * 10),
      pagination: { page, limit: 10, total: 12, totalPages: 2 },
    })
  })
  await open()
  expect((await cells()).slice(0, 2)).toEqual([
    ['Task', 'Project', 'Points', 'Day'],
    ['Task 12', 'Harbour atlas', '+40', 'Jan 5, 2026'],
  ])
  expect(screen.getByRole('link', { name: 'Task 12' }).getAttribute('href')).toBe(`/project/${uuid(900)}/tasks/12`)
  await user.click(screen.getByRole('button', { name: 'Older' }))
  await screen.findByText('Task 2')
  expect(screen.getByRole('status').textContent).toBe('Page 2 of 2')
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Older' }).disabled).toBe(true)
})

test('[REP-09] a line that the viewer may not know reads ‘a task in a private project’; what was taken back says why', async () => {
  const hidden = { project: null, task: null }
  host.on(
    'reputation.lines',
    pageOf([
      line(4, { rule: 'reopened', amount: -40 }),
      line(3, hidden),
      line(2, { task: null }),
      line(1, { ...hidden, rule: 'before', amount: 1170 }),
    ]),
  )
  await open()
  expect((await cells()).slice(1).map(([task, project, points]) => [task, project, points])).toEqual([
    ['Task 4taken back: reopened', 'Harbour atlas', '-40'],
    ['a task in a private project', '–', '+40'],
    ['a task', 'Harbour atlas', '+40'],
    ['before evidence', '–', '+1,170'],
  ])
})

test('[REP-12] the list opens and closes by keyboard, and says so when it is empty', async () => {
  host.on('reputation.lines', pageOf([]))
  renderRoutes(profileFramedRoutes, '/pf/grace')
  const button = await why()
  expect(button.getAttribute('aria-expanded')).toBe('false')
  act(() => button.focus())
  await user.keyboard('{Enter}')
  expect(await screen.findByText('No points yet.')).toBeTruthy()
  expect(button.getAttribute('aria-expanded')).toBe('true')
  expect(document.getElementById(button.getAttribute('aria-controls') ?? '')?.textContent).toContain('No points yet.')
  await user.keyboard('{Enter}')
  expect(screen.queryByText('No points yet.')).toBeNull()
})

test('[REP-12] skeletons come after 300 ms, and an error has Retry', async () => {
  let answer: ((reply: Reply) => void) | undefined
  host.on('reputation.lines', () => new Promise((resolve) => (answer = resolve)))
  await open()
  await screen.findByRole('region', { name: 'Where the points come from' })
  expect(document.querySelector('.MuiSkeleton-root')).toBeNull()
  await vi.waitFor(() => expect(document.querySelector('.MuiSkeleton-root')).toBeTruthy(), { timeout: 20_000 })
  await vi.waitFor(() => expect(answer).toBeTruthy())
  act(() => answer?.(failedReply(500, 'INTERNAL')))
  expect(await screen.findByText('Failed to load reputation')).toBeTruthy()
  host.on('reputation.lines', pageOf([line(1)]))
  await user.click(screen.getByRole('button', { name: 'Retry' }))
  expect(await screen.findByRole('table')).toBeTruthy()
})

test('a server that keeps no lines has no such button', async () => {
  host.on('capabilities.list', ok({ data: [] }))
  renderRoutes(profileFramedRoutes, '/pf/grace')
  await screen.findByText('1,250 reputation')
  await host.quiet()
  expect(screen.queryByRole('button', { name: /^Why/ })).toBeNull()
})
