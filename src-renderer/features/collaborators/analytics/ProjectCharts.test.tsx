import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { failedReply } from '#shared/api-client/index.ts'
import type { ProjectAnalytics } from '#shared/contract/index.ts'
import { daysAfter } from '#shared/rules/periods.ts'
import { ada, collaboratorsPath, serveTeam } from '#support/collaborators.ts'
import { host, ok } from '#support/fake-platform.ts'
import { fill, user } from '#support/quick-user.ts'
import { clearApp, renderApp } from '#support/render-app.tsx'
import './ProjectCharts.tsx'

afterEach(clearApp)

const nothing = { measured: 0, medianHours: null, p85Hours: null }
const analytics: ProjectAnalytics = {
  timeZone: 'Europe/Vienna',
  step: 'week',
  periods: [
    { from: '2026-10-26', to: '2026-11-01', done: 0, ...nothing, statuses: null },
    {
      from: '2026-11-02',
      to: '2026-11-08',
      done: 3,
      measured: 2,
      medianHours: 30,
      p85Hours: 60.44,
      statuses: [0, 4, 1, 2, 3, 0],
    },
  ],
  statusesSince: '2026-11-03T10:00:00.000Z',
  time: { measured: 2, unmeasured: 1, medianHours: 30, p85Hours: 60.44 },
  load: {
    people: [{ userID: ada, username: 'ada', name: '=Ada "the first" Byron', tasks: 3, hours: 7.5, unestimated: 1 }],
    others: { people: 30, tasks: 2, hours: 4, unestimated: 0 },
    unassigned: { tasks: 2, hours: 0, unestimated: 2 },
  },
  money: {
    currency: 'USD',
    months: [
      { from: '2026-10-01', paidCents: 125_050, otherCurrencies: [] },
      { from: '2026-11-01', paidCents: 0, otherCurrencies: [{ currency: 'EUR', paidCents: 3_000 }] },
    ],
  },
}
const empty: ProjectAnalytics = {
  ...analytics,
  periods: analytics.periods.map((period) => ({ ...period, done: 0, ...nothing, statuses: null })),
  time: { ...nothing, unmeasured: 0 },
  money: { currency: 'USD', months: [{ from: '2026-10-01', paidCents: 0, otherCurrencies: [] }] },
}
const path = (more = '') => collaboratorsPath(`?view=analytics${more}`)
const asked = () => host.called('projects.analytics').map(({ input }) => input.query as Record<string, unknown>)
const cells = async (name: string) =>
  within(await screen.findByRole('table', { name }))
    .getAllByRole('row')
    .map((row) => [...row.children].map((cell) => cell.textContent).join(' | '))

beforeEach(() => {
  serveTeam()
  host.on('capabilities.list', ok({ data: ['analytics'] }))
  host.on('projects.analytics', ok({ data: analytics }))
})

test('each chart has its numbers in a table, and says what they mean', async () => {
  await renderApp(path())
  expect(await cells('Done by week')).toEqual(['Week | Done', 'Oct 26 – Nov 1, 2026 | 0', 'Nov 2 – Nov 8, 2026 | 3'])
  expect(await cells('Statuses over time')).toEqual([
    'End of week | Requested | Assigned | In Progress | Under Review | Completed | Rejected',
    'Nov 2 – Nov 8, 2026 | 0 | 4 | 1 | 2 | 3 | 0',
  ])
  expect(screen.getByText(/Moves are recorded since Nov 3, 2026\./)).toBeTruthy()
  expect(await cells('Time to done')).toEqual([
    'Week | Tasks | Median (hours) | 85th percentile (hours)',
    'Oct 26 – Nov 1, 2026 | 0 | – | –',
    'Nov 2 – Nov 8, 2026 | 2 | 30 | 60.4',
    'All | 2 | 30 | 60.4',
  ])
  expect(
    screen.getByText(/Median 30 h, 85th percentile 2.5 days from start to done, 2 tasks. 1 task without a start/),
  ).toBeTruthy()
  expect(await cells('Load by person')).toEqual([
    'Person | Open tasks | Hours | Without an estimate',
    '=Ada "the first" Byron | 3 | 7.5 | 1',
    '30 others | 2 | 4 | 0',
    'Unassigned | 2 | 0 | 2',
  ])
  expect(screen.getByText('7 open tasks now, 11.5 h estimated, 3 without an estimate.')).toBeTruthy()
  expect(await cells('Money by month')).toEqual([
    'Month | Paid (USD) | Paid (EUR)',
    'Oct 2026 | 1250.50 | 0.00',
    'Nov 2026 | 0.00 | 30.00',
  ])
  expect(screen.getByText(/^\$1,250\.50, €30\.00 recorded \(without voided\)/)).toBeTruthy()
  // The drawings are for the eyes alone: nothing in them is read out or takes the focus.
  for (const drawing of document.querySelectorAll('.MuiBarChart-root')) {
    expect(drawing.closest('[aria-hidden]')).toBeTruthy()
    expect(drawing.querySelector('[tabindex="0"]')).toBeNull()
  }
  expect(screen.getByRole('progressbar', { name: 'Overall progress' })).toBeTruthy()
})

test('[STAGE-17] the time in each stage has its chart, its table and its file', async () => {
  const stage = { isRemoved: false, tasks: 2, hours: 30, medianHours: 15, p85Hours: 18.04 }
  const stages = [
    { ...stage, id: 3, name: 'QA', status: 3 },
    { ...stage, id: 4, name: 'Completed', status: 4, tasks: 0, hours: 0, medianHours: null, p85Hours: null },
    { ...stage, id: 2, name: 'Design', status: 2, isRemoved: true },
  ]
  host.on('projects.analytics', ok({ data: { ...analytics, stages } }))
  await renderApp(path())
  expect(await cells('Time in each stage')).toEqual([
    'Stage | Tasks | Median (hours) | 85th percentile (hours) | All tasks (hours)',
    'QA (Under Review) | 2 | 15 | 18 | 30',
    'Completed | 0 | – | – | 0',
    'Design (In Progress, removed) | 2 | 15 | 18 | 30',
  ])
  const card = within(screen.getByRole('region', { name: 'Time in each stage' }))
  expect(card.getByRole('button', { name: 'Save CSV: Time in each stage' })).toBeTruthy()
  host.on('projects.analytics', ok({ data: { ...analytics, stages: stages.slice(1, 2) } }))
  await user.click(screen.getByRole('combobox', { name: 'Time' }))
  await user.click(await screen.findByRole('option', { name: 'All' }))
  expect(await screen.findByText('No task was in a stage in this time.')).toBeTruthy()
})

test('[STAGE-17] a project without stages, or a server that does not count them, has no such chart', async () => {
  await renderApp(path())
  await screen.findByRole('table', { name: 'Done by week' })
  expect(screen.queryByText('Time in each stage')).toBeNull()
})

test('the table is shown by a press, and by another one it is for screen readers alone again', async () => {
  await renderApp(path())
  await user.click(await screen.findByRole('button', { name: 'Show table: Load by person' }))
  expect(screen.getByRole('region', { name: 'Table: Load by person' })).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Hide table: Load by person', expanded: true }))
  expect(screen.queryByRole('region', { name: 'Table: Load by person' })).toBeNull()
  expect(screen.getByRole('table', { name: 'Load by person' })).toBeTruthy()
})

test('the numbers are saved as CSV, in which no name is a formula', async () => {
  const saved: Array<{ name: string; blob: Blob }> = []
  let blob: Blob | undefined
  vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: (given: Blob) => ((blob = given), 'blob:x') }))
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    if (blob) saved.push({ name: this.download, blob })
  })
  await renderApp(path())
  await user.click(await screen.findByRole('button', { name: 'Save CSV: Load by person' }))
  const [file] = saved
  expect(file?.name).toMatch(/^load-.*\.csv$/)
  const text = await new Promise<string>((resolve) => {
    const reader = new FileReader()
    reader.onload = () => resolve(reader.result as string)
    reader.readAsText(file?.blob ?? new Blob())
  })
  expect(text.replace('\uFEFF', '').split('\r\n').slice(0, 2)).toEqual([
    'Person,Open tasks,Hours,Without an estimate',
    `"'=Ada ""the first"" Byron",3,7.5,1`,
  ])
  vi.restoreAllMocks()
})

test('the time is in the address, and is asked for in the time zone of the browser', async () => {
  const { path: here } = await renderApp(path())
  await screen.findByRole('table', { name: 'Done by week' })
  const today = new Date().toISOString().slice(0, 10)
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
  expect(asked()).toEqual([{ from: daysAfter(today, -77), timeZone }])
  const choose = async (option: string) => {
    await user.click(screen.getByRole('combobox', { name: 'Time' }))
    await user.click(await screen.findByRole('option', { name: option }))
  }
  await choose('All')
  expect(here()).toBe(path('&span=all'))
  await waitFor(() => expect(asked().at(-1)).toEqual({ timeZone }))
  await choose('From – to')
  expect(here()).toBe(path('&span=days&from=2026-10-26&to=2026-11-08'))
  await waitFor(() => expect(asked().at(-1)).toEqual({ from: '2026-10-26', to: '2026-11-08', timeZone }))
  const count = asked().length
  fill(screen.getByLabelText('To'), '2026-10-01')
  expect(await screen.findByText('The last day comes before the first.')).toBeTruthy()
  await host.quiet()
  expect(asked()).toHaveLength(count)
  await user.click(screen.getByRole('button', { name: 'Hours' }))
  expect(here()).toContain('&load=hours')
})

test('a project in which nothing was done or paid says so in place of each chart', async () => {
  host.on('projects.analytics', ok({ data: empty }))
  await renderApp(path())
  expect(await screen.findByText('No task was completed in this time.')).toBeTruthy()
  expect(screen.getByText('There were no tasks in this time.')).toBeTruthy()
  expect(screen.getByText('No task was begun and completed in this time.')).toBeTruthy()
  expect(screen.getByText('Nothing was paid in these months.')).toBeTruthy()
  expect(screen.getByRole('table', { name: 'Load by person' })).toBeTruthy()
})

test('when they cannot be loaded, the progress stays, and Retry loads them', async () => {
  host.on('projects.analytics', failedReply(500, 'INTERNAL'))
  await renderApp(path())
  expect(await screen.findByText('Failed to load the analytics')).toBeTruthy()
  expect(screen.getByRole('region', { name: 'By collaborator' })).toBeTruthy()
  host.on('projects.analytics', ok({ data: analytics }))
  await user.click(screen.getByRole('button', { name: 'Retry' }))
  expect(await screen.findByRole('table', { name: 'Done by week' })).toBeTruthy()
})

test('an address whose first day comes after its last asks for nothing and still shows the progress of each', async () => {
  await renderApp(path('&span=days&from=2026-11-08&to=2026-10-26'))
  expect(await screen.findByRole('region', { name: 'By collaborator' })).toBeTruthy()
  expect(asked()).toEqual([])
})

test('at a server that has no numbers for them there are no charts, and none are asked for', async () => {
  host.on('capabilities.list', ok({ data: [] }))
  await renderApp(path())
  expect(await screen.findByRole('progressbar', { name: 'Overall progress' })).toBeTruthy()
  await host.quiet()
  expect(screen.queryByRole('region', { name: 'Charts' })).toBeNull()
  expect(asked()).toEqual([])
})

test('a time over the turn of a year names both years', async () => {
  const [first, last] = analytics.periods
  const periods = [
    { ...first!, from: '2025-12-29', to: '2026-01-04' },
    { ...last!, from: '2026-01-05', to: '2026-01-11' },
  ]
  host.on('projects.analytics', ok({ data: { ...analytics, periods } }))
  await renderApp(path())
  expect(await cells('Done by week')).toEqual([
    'Week | Done',
    'Dec 29, 2025 – Jan 4, 2026 | 0',
    'Jan 5 – Jan 11, 2026 | 3',
  ])
  expect(screen.getByText(/^Dec 29, 2025 – Jan 11, 2026, by weeks/)).toBeTruthy()
})

test('a project without tasks now keeps its charts, which know what was before', async () => {
  host.on('tasks.byProject', ok({ data: [], nextCursor: null }))
  await renderApp(path())
  expect(await screen.findByText('No tasks now')).toBeTruthy()
  expect(await cells('Money by month')).not.toEqual([])
  expect(screen.queryByText('Overall progress')).toBeNull()
})
