import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { failedReply } from '#shared/api-client/index.ts'
import { user } from '#support/quick-user.ts'
import { host, ok } from '#support/fake-platform.ts'
import { clearApp, renderApp } from '#support/render-app.tsx'

const me = '01890000-0000-7000-8000-000000000999'
const application = (status: 0 | 1 | 2, reason: string | null = null, answerBy: string | null = null) => ({
  answerBy,
  id: '01890000-0000-7000-8000-000000000001',
  userID: me,
  status,
  reason,
  createdAt: '2025-01-05T10:00:00.000Z',
  updatedAt: '2025-01-05T10:00:00.000Z',
  user: { username: 'grace', email: 'grace@example.org', tier: 'silver' },
})
const serveStatus = (status: 0 | 1 | 2 | null, reason: string | null = null) =>
  host.on(
    'creatorApplications.checkStatus',
    ok({ hasApplied: status !== null, application: status === null ? null : application(status, reason) }),
  )
const open = () => renderApp('/creator-application')
const click = (name: string) => user.click(screen.getByRole('button', { name }))

beforeEach(() => {
  host.userID = me
  host.on('users.username', ok({ data: { username: 'grace' } }))
})
afterEach(clearApp)

test('[CAPP-01][CAPP-08] the page says that it is checking, and already shows what creators get', async () => {
  host.on('creatorApplications.checkStatus', () => new Promise(() => undefined))
  await open()
  expect(await screen.findByText('Checking your application status...')).toBeDefined()
  const reasons = within(screen.getByRole('region', { name: 'What creators get' }))
  expect(reasons.getAllByRole('heading', { level: 3 })).toHaveLength(3)
})

test('[CAPP-02][CAPP-09] before applying, Apply Now sends one creator application, says so and shows it', async () => {
  serveStatus(null)
  let arrive = () => undefined as void
  const sent = new Promise<void>((resolve) => (arrive = resolve))
  host.on('creatorApplications.apply', () => sent.then(() => ok({ data: application(0) })))
  await open()
  const explore = await screen.findByRole('link', { name: 'Explore Projects' })
  expect(explore.getAttribute('href')).toBe('/market')
  await user.dblClick(screen.getByRole('button', { name: 'Apply Now' }))
  arrive()
  expect(await screen.findByText("Application submitted! We'll review and get back to you soon.")).toBeDefined()
  expect(host.called('creatorApplications.apply').map(({ input }) => input.body)).toEqual([{}])
  expect(screen.getByText('Pending')).toBeDefined()
  expect(screen.queryByRole('button', { name: 'Apply Now' })).toBeNull()
})

test('[ENTRY-10] where everyone may be a creator, the page promises neither a reader nor a wait', async () => {
  host.on('creatorApplications.checkStatus', ok({ hasApplied: false, application: null, isForEveryone: true }))
  await open()
  expect(await screen.findByText(/you can publish at once\.$/)).toBeDefined()
  expect(screen.getByText(/Everyone can be one here\.$/)).toBeDefined()
  expect(screen.queryByText(/A person looks|while you wait/)).toBeNull()
})

test('[CAPP-10] a submission that fails shows why, and the next try works', async () => {
  serveStatus(null)
  host.on('creatorApplications.apply', failedReply(500, 'INTERNAL', 'stack of something'))
  await open()
  await screen.findByRole('button', { name: 'Apply Now' })
  await click('Apply Now')
  expect(await screen.findByText('Failed to submit application. Please try again.')).toBeDefined()
  host.on('creatorApplications.apply', ok({ data: application(0) }))
  await click('Apply Now')
  expect(await screen.findByText('Pending')).toBeDefined()
})

test("[CAPP-11] a second creator application is refused in the server's words, and the first one is shown", async () => {
  serveStatus(null)
  host.on('creatorApplications.apply', failedReply(409, 'CONFLICT', 'You have already submitted an application'))
  await open()
  await screen.findByRole('button', { name: 'Apply Now' })
  serveStatus(0)
  await click('Apply Now')
  expect(await screen.findByText('You have already submitted an application')).toBeDefined()
  expect(await screen.findByText('Pending')).toBeDefined()
})

test('[CAPP-03][CAPP-04] after applying, the page shows applicant, tier, status and time', async () => {
  serveStatus(0)
  await open()
  expect((await screen.findByRole('link', { name: 'grace' })).getAttribute('href')).toBe('/pf/grace')
  const details = screen.getAllByRole('definition').map((one) => one.textContent)
  expect(details).toEqual(['grace', 'grace@example.org', 'Silver', 'Pending', 'Jan 5, 2025'])
  expect(screen.getByRole('link', { name: 'View My Profile' }).getAttribute('href')).toBe('/pf/grace')
})

test('[CAPP-05][CAPP-06] Refresh Status reads the status again; after an approval the page leads to the first project', async () => {
  serveStatus(0)
  await open()
  await screen.findByText('Pending')
  serveStatus(1)
  await click('Refresh Status')
  const create = await screen.findByRole('link', { name: 'Create My First Project' })
  expect(create.getAttribute('href')).toBe('/my-projects')
  expect(screen.getByText('Approved')).toBeDefined()
})

test('a refresh that fails says so and keeps the known status', async () => {
  serveStatus(0)
  await open()
  await screen.findByText('Pending')
  host.on('creatorApplications.checkStatus', failedReply(500, 'INTERNAL'))
  await click('Refresh Status')
  expect(await screen.findByText(/could not be refreshed/)).toBeDefined()
  expect(screen.getByText('Pending')).toBeDefined()
})

test('[CAPP-07] after a rejection the page shows the reason, a link to the market, and Apply Again', async () => {
  serveStatus(2, 'Finish a task first')
  host.on('creatorApplications.apply', ok({ data: application(0) }))
  await open()
  expect(await screen.findByText(/Finish a task first/)).toBeDefined()
  expect(screen.getByRole('link', { name: 'Browse Projects' }).getAttribute('href')).toBe('/market')
  await click('Apply Again')
  await waitFor(() => expect(screen.getByText('Pending')).toBeDefined())
})

test('a status that cannot be read is an error with Retry', async () => {
  host.on('creatorApplications.checkStatus', failedReply(500, 'INTERNAL'))
  await open()
  expect(await screen.findByText('We could not check your application')).toBeDefined()
  serveStatus(null)
  await click('Retry')
  expect(await screen.findByRole('button', { name: 'Apply Now' })).toBeDefined()
})

test('[ENTRY-13] where the server takes a text, it is asked for, may stay empty, and is sent with the application', async () => {
  host.on('capabilities.list', ok({ data: ['creatorAnswers'] }))
  serveStatus(null)
  host.on('creatorApplications.apply', ok({ data: application(0) }))
  await open()
  const field = await screen.findByRole('textbox', { name: 'What do you want to get done? (optional)' })
  expect((field as HTMLTextAreaElement).maxLength).toBe(1_000)
  await user.type(field, 'Chart the wells.')
  await click('Apply Now')
  await screen.findByText('Pending')
  expect(host.called('creatorApplications.apply').map(({ input }) => input.body)).toEqual([
    { text: 'Chart the wells.' },
  ])
})

test('[ENTRY-13] a server of before is not asked to take a text', async () => {
  host.on('capabilities.list', ok({ data: [] }))
  serveStatus(null)
  await open()
  await screen.findByRole('button', { name: 'Apply Now' })
  expect(screen.queryByRole('textbox', { name: /What do you want/ })).toBeNull()
})

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000)
const dayOf = (day: Date) =>
  new Intl.DateTimeFormat('en-GB', {
    day: 'numeric',
    month: 'long',
    ...(day.getFullYear() !== new Date().getFullYear() && { year: 'numeric' }),
  }).format(day)
const serveWaiting = (answerBy: Date) =>
  host.on(
    'creatorApplications.checkStatus',
    ok({ hasApplied: true, application: application(0, null, answerBy.toISOString()) }),
  )

test('[ENTRY-12] a pending application says by which day it is answered', async () => {
  const day = inDays(4)
  serveWaiting(day)
  await open()
  expect(await screen.findByText(`Answer by ${dayOf(day)}.`)).toBeDefined()
})

test('[ENTRY-12] after that day it says that the answer is late', async () => {
  const day = inDays(-2)
  serveWaiting(day)
  await open()
  expect(await screen.findByText(new RegExp(`The answer is late: it was due on ${dayOf(day)}`))).toBeDefined()
})

test('[ENTRY-10] where everyone may be a creator, applying shows the approval at once', async () => {
  serveStatus(null)
  host.on('creatorApplications.apply', ok({ data: application(1) }))
  await open()
  await screen.findByRole('button', { name: 'Apply Now' })
  await click('Apply Now')
  expect(await screen.findByText('You are a creator now.')).toBeDefined()
  expect(screen.getByRole('link', { name: 'Create My First Project' })).toBeDefined()
})
