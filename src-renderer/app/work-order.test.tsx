import { configure, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { OwnWork } from '#shared/contract/index.ts'
import type { RatingDue } from '#shared/contract/ratings.ts'
import { host, ok } from '#support/fake-platform.ts'
import { idOf, serve } from '#support/owned-projects.ts'
import { user } from '#support/quick-user.ts'
import { clearApp, renderApp } from '#support/render-app.tsx'
import { sessionData } from '../lib/browser-storage.ts'
import { queryClient } from '../lib/query-client.ts'

configure({ asyncUtilTimeout: 20_000 })
afterEach(() => {
  localStorage.clear()
  clearApp()
})

const none = { rows: [], total: 0, projects: [], hasFailed: false }
const nothing: OwnWork = { now: none, next: none, waiting: none, waitingForMe: none, joined: [] }
const project = { id: idOf(1), title: 'Harbour map' }
const toConfirm: OwnWork['now'] = {
  ...none,
  total: 1,
  rows: [
    {
      ...{ kind: 'payment', id: idOf(2), project, person: null, reasons: [], since: '2025-01-07T10:00:00.000Z' },
      ...{ task: { taskId: '1', title: 'Legend', status: 4, stage: '', dueOn: null, priority: 'none' } },
      ...{ isGuest: true, isDisputed: false, answerBy: null, openTask: null, by: null },
      money: { amountCents: 40_000, currency: 'USD' },
    },
  ],
}
const profile = {
  ...{ id: idOf(999), username: 'ada', name: '', bio: '', tier: 'basic', reputation: 0, isOwner: true },
  ...{ skills: [], projects: [], email: 'ada@guildhall.test', isAdministrator: false },
}
const due: RatingDue = {
  ...{ id: idOf(3), side: 'payer', project, worker: { id: idOf(4), username: 'ana', name: 'Ana Field' } },
  ...{ until: '2026-12-13T12:00:00.000Z', given: null, isGiven: false },
}
let work = nothing
beforeEach(() => {
  serve()
  host.on('capabilities.list', ok({ data: ['work', 'profile', 'market', 'claims', 'ratings'] }))
  host.on('work.get', () => ok({ data: work }))
  host.on('claims.list', ok({ data: [], nextCursor: null }))
  host.on('savedProjects.list', ok({ data: [] }))
  host.on('users.projects', ok({ data: [] }))
  host.on('users.profile', () => ok({ data: profile }))
  host.on('ratings.own', ok({ data: [] }))
  sessionData.set('userType', 'contributor')
})
const headings = () =>
  within(screen.getByRole('main'))
    .getAllByRole('heading', { level: 2 })
    .map((heading) => heading.textContent)

test('[WORK-08] what there is comes before the lines of what is empty, and the first steps come last', async () => {
  work = { ...nothing, waitingForMe: toConfirm }
  await renderApp('/work')
  await screen.findByRole('list', { name: 'Waiting for me' })
  expect(headings()).toEqual(['Waiting for me', 'Now', 'Next', 'Waiting', 'First steps'])
})

test('[WORK-08] with nothing to do the first steps come first', async () => {
  work = nothing
  await renderApp('/work')
  await screen.findByText('Nothing waits for you')
  expect(headings()[0]).toBe('First steps')
})

test('[WORK-08] [RATE-14] the page does not say that nothing waits where a review can be given', async () => {
  work = nothing
  host.on('ratings.own', ok({ data: [due] }))
  await renderApp('/work')
  await screen.findByRole('button', { name: 'Give a review of Ana Field' })
  expect(screen.queryByText('Nothing waits for you')).toBeNull()
  expect(headings()[0]).toBe('Reviews')
})

test('[WORK-08] [RATE-05] a review that is open stays when the first work row arrives', async () => {
  work = nothing
  const given = {
    id: idOf(5),
    again: 'yes',
    clear: 5,
    quality: 5,
    fair: null,
    onTime: 4,
    text: '',
    isOwn: true,
  } as const
  host.on('ratings.own', ok({ data: [{ ...due, isGiven: true, given }] }))
  await renderApp('/work')
  await user.click(await screen.findByRole('button', { name: 'Change the review of Ana Field' }))
  const sheet = await screen.findByRole('dialog', { name: 'Review Ana Field' })
  expect(screen.getByText('Nothing waits for you')).toBeTruthy()
  work = { ...nothing, waitingForMe: toConfirm }
  await queryClient.invalidateQueries({ queryKey: ['work.get'] })
  await screen.findByRole('list', { name: 'Waiting for me', hidden: true })
  expect(screen.getByRole('dialog', { name: 'Review Ana Field' })).toBe(sheet)
})

test('[NEXT-07] who has had a task accepted has found work and need not apply', async () => {
  work = nothing
  host.on('users.profile', ok({ data: { ...profile, name: 'Ada', skills: [], reputation: 10 } }))
  await renderApp('/work')
  const steps = within(await screen.findByRole('region', { name: 'First steps' }))
  expect(steps.getByText('3 of 4')).toBeTruthy()
})
