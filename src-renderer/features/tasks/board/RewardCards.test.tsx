import { configure, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { clearScreen } from '#support/clear-screen.ts'
import { host, ok } from '#support/fake-platform.ts'
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
