import { configure, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { OwnWork, WorkSection } from '#shared/contract/index.ts'
import { host, ok } from '#support/fake-platform.ts'
import { idOf } from '#support/projects.ts'
import { clearApp, renderApp } from '#support/render-app.tsx'
import { sessionData } from '../lib/browser-storage.ts'

configure({ asyncUtilTimeout: 20_000 })

const none: WorkSection = { rows: [], total: 0, projects: [], hasFailed: false }
const joined = (freeTasks: number): OwnWork['joined'] => [{ id: idOf(800), title: 'Harbour map', freeTasks }]
let capabilities: string[]
let served: OwnWork
beforeEach(() => {
  capabilities = ['work', 'claims']
  served = { now: none, next: none, waiting: none, waitingForMe: null, joined: joined(3) }
  host.on('capabilities.list', () => ok({ data: capabilities }))
  host.on('work.get', () => ok({ data: served }))
  host.on('claims.list', ok({ data: [], nextCursor: null }))
})
afterEach(clearApp)

const openWork = async () => {
  host.userID = idOf(1)
  host.on('users.username', ok({ data: { username: 'ada' } }))
  sessionData.set('userType', 'creator')
  await renderApp('/work')
  await screen.findByRole('heading', { level: 1, name: 'My Work' })
}
const part = async () => within(await screen.findByRole('region', { name: 'Harbour map' }))

test.each([
  [3, 'You are in. 3 tasks are free.'],
  [1, 'You are in. 1 task is free.'],
])('[NEXT-06] after an approval My Work says that %i are free, and leads to them', async (count, text) => {
  served = { ...served, joined: joined(count) }
  await openWork()
  expect((await part()).getByText(text)).toBeTruthy()
  const link = (await part()).getByRole('link', { name: 'See free tasks: Harbour map' })
  expect(link.getAttribute('href')).toBe(`/project/${idOf(800)}/tasks?assignee=none`)
})

test('[NEXT-06] with none free it says so, and leads to the project', async () => {
  served = { ...served, joined: joined(0) }
  await openWork()
  expect((await part()).getByText('You are in. No task is free right now.')).toBeTruthy()
  const link = (await part()).getByRole('link', { name: 'Open the project: Harbour map' })
  expect(link.getAttribute('href')).toBe(`/project/${idOf(800)}/overview`)
})

test('[OFFER-43] without claims nothing of it is there', async () => {
  capabilities = ['work']
  await openWork()
  expect(await screen.findByText('Nothing waits for you')).toBeTruthy()
  expect(screen.queryByText(/You are in/)).toBeNull()
})
