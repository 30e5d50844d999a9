import { configure, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { clearScreen } from '#support/clear-screen.ts'
import { host, ok } from '#support/fake-platform.ts'
import { idOf } from '#support/projects.ts'
import { projectOf } from '#support/workspace.ts'
import { ada, card, layOut, openTab, serveTasks, taskOf } from '#support/tasks-tab.tsx'

configure({ asyncUtilTimeout: 20_000, defaultHidden: true })
layOut()
beforeEach(() => {
  host.userID = ada.id
  host.on('labels.list', ok({ data: [] }))
})
afterEach(clearScreen)

const cardOf = async (name: string) => (await card(name)).closest<HTMLElement>('[data-card]')

test('a card shows its reward in the line of its number, where the server has rewards, and stays as high', async () => {
  host.on('capabilities.list', ok({ data: ['tasks2', 'rewards'] }))
  serveTasks([taskOf(1, { rewardCents: 40_000 }), taskOf(2, { rewardCents: 0 }), taskOf(3, { rewardCents: 1_250 })])
  openTab()
  await screen.findByText('$400')
  const texts = []
  for (const title of ['Task 1', 'Task 2', 'Task 3']) texts.push((await cardOf(title))?.textContent)
  expect(texts).toEqual([
    'Task 1#1$400Unassigned',
    'Task 2#2No reward: for reputationUnassigned',
    'Task 3#3$12.50Unassigned',
  ])
  const found = await cardOf('Task 1')
  expect(found && getComputedStyle(found).height).toBe('100px')
})

test('[OFFER-39] a card says until when its task is held, and nothing of that in review or without a reward', async () => {
  host.on('capabilities.list', ok({ data: ['tasks2', 'rewards', 'claims'] }))
  const assigned = { assignedToID: ada.id, assignedToUsername: 'ada', assignedToName: 'Ada' }
  const rewarded = { ...assigned, rewardCents: 40_000 }
  serveTasks([taskOf(1, rewarded), taskOf(2, rewarded), taskOf(3, assigned), taskOf(4, { rewardCents: 0 })])
  const year = new Date().getFullYear()
  const held = (n: number, more: object = {}) => ({
    ...{ id: idOf(n), taskID: taskOf(n).id, taskId: String(n), title: `Task ${n}` },
    ...{
      holder: { id: ada.id, username: 'ada', name: 'Ada' },
      leaseUntil: `${year}-12-12T12:00:00.000Z`,
      reviewBy: null,
    },
    ...more,
  })
  host.on('claims.running', ok({ data: [held(1), held(2, { reviewBy: `${year}-12-20T12:00:00.000Z` })] }))
  openTab()
  await screen.findByText('to Dec 12')
  const texts = []
  for (const title of ['Task 1', 'Task 2', 'Task 3', 'Task 4']) texts.push((await cardOf(title))?.textContent)
  expect(texts).toEqual([
    'Task 1#1$400to Dec 12AdaA',
    'Task 2#2$400AdaA',
    'Task 3#3AdaA',
    'Task 4#4No reward: for reputationUnassigned',
  ])
  const heights = ['Task 1', 'Task 2'].map(async (title) => (await cardOf(title))?.style.height)
  expect(new Set(await Promise.all(heights)).size).toBe(1)
  expect(screen.getByRole('img', { name: 'Held until Dec 12' })).toBeTruthy()
})

test('[OFFER-32] a card shows its reward in the currency of the project', async () => {
  host.on('capabilities.list', ok({ data: ['tasks2', 'rewards'] }))
  host.on('projects.get', ok({ data: projectOf({ currency: 'EUR' }) }))
  serveTasks([taskOf(1, { rewardCents: 40_000 })])
  openTab()
  expect(await screen.findByText('€400')).toBeTruthy()
})

test('[CAP-02] a card shows no reward where the server does not list rewards', async () => {
  host.on('capabilities.list', ok({ data: ['tasks2'] }))
  serveTasks([taskOf(1, { rewardCents: 40_000 })])
  openTab()
  await card('Task 1')
  await host.quiet()
  expect((await cardOf('Task 1'))?.textContent).toBe('Task 1#1Unassigned')
})
