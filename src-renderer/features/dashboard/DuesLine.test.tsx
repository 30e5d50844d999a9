import { screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { capabilityNames } from '#shared/contract/index.ts'
import type { Due } from '#shared/contract/dues.ts'
import { paths } from '#lib/paths.ts'
import { host, ok } from '#support/fake-platform.ts'
import { idOf, project, serve } from '#support/owned-projects.ts'
import { clearApp, renderApp } from '#support/render-app.tsx'
import { duesLine } from './DuesLine.tsx'

afterEach(clearApp)

const dueOf = (number: number, more: Partial<Due> = {}): Due => ({
  claimID: idOf(100 + number),
  taskID: idOf(120 + number),
  taskId: String(number),
  title: `Task ${number}`,
  project: { id: idOf(1), title: 'Project 1' },
  person: { id: idOf(140 + number), username: `person-${number}`, name: '' },
  amountCents: 32_000,
  currency: 'USD',
  since: '2025-01-01T00:00:00.000Z',
  payBy: '2025-01-15T00:00:00.000Z',
  isLate: false,
  waitsForPayee: false,
  reward: null,
  ...more,
})

test.each([
  ['2 people wait for $640, one late', [dueOf(1, { isLate: true }), dueOf(2)], false],
  ['1 person waits for $320.50', [dueOf(1, { amountCents: 32_050 })], false],
  [
    '1 person waits for $320 and €40, two late',
    [dueOf(1, { isLate: true }), dueOf(1, { currency: 'EUR', amountCents: 4_000, isLate: true })],
    false,
  ],
  ['More than 1 person waits for $320', [dueOf(1)], true],
])('[SETTLE-42] %s', (line, dues, isCut) => {
  expect(duesLine(dues, isCut)).toBe(line)
})

const open = async (owedByMe: Due[], capabilities: string[]) => {
  serve(project(1))
  host.on('capabilities.list', ok({ data: capabilities }))
  host.on('dues.own', ok({ data: { owedToMe: [], owedByMe, isCut: false } }))
  await renderApp('/owner-dashboard')
  await screen.findByRole('link', { name: 'Project 1' })
  await host.quiet()
}

test('[SETTLE-42] the dashboard says who waits, and leads to what is owed', async () => {
  await open([dueOf(1, { isLate: true }), dueOf(2)], [...capabilityNames])
  const link = screen.getByRole('link', { name: '2 people wait for $640, one late' })
  expect(link.getAttribute('href')).toContain(paths.ledger(idOf(1)))
})

test('[SETTLE-42] with no due, and without rewards, it says nothing', async () => {
  await open([], [...capabilityNames])
  expect(screen.queryByText(/ waits? for \$/)).toBeNull()
  clearApp()
  await open(
    [dueOf(1)],
    capabilityNames.filter((name) => name !== 'rewards'),
  )
  expect(screen.queryByText(/ waits? for \$/)).toBeNull()
})
