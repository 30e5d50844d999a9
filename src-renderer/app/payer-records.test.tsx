import { screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Profile } from '#shared/contract/index.ts'
import type { PayerRecord } from '#shared/contract/records.ts'
import { host, ok } from '#support/fake-platform.ts'
import { openPageOf, openTaskOf, serveOpenTasks } from '#support/open-tasks.ts'
import { none, project, projectID } from '#support/project-dialog.ts'
import { idOf, listedProject } from '#support/projects.ts'
import { clearApp, renderApp } from '#support/render-app.tsx'

const record: PayerRecord = {
  ...{ count: 14, paid: 14, medianDays: 2.5, withinPromise: 1, confirmed: 1, reviewDays: 2, reviewsByClock: 0 },
  ...{ rulingsAgainst: 0, late: { amounts: [{ amountCents: 40_000, currency: 'USD' }], days: 20 } },
}
const marta: Profile = {
  ...{ id: idOf(170), username: 'marta', name: 'Marta', bio: '', tier: 'silver', reputation: 1250, creators: 4 },
  ...{ isOwner: false, skills: [], projects: [] },
}
const worker = { accepted: 12, onTime: 0.92, returned: 1, expired: 0, creators: 4 }

/** Lets each place answer this record. */
const serve = (payerRecord: PayerRecord, capabilities = ['claims', 'market', 'records']) => {
  serveOpenTasks(() => capabilities)
  const listed = { ...listedProject(1), role: null, isApproved: false, offer: null, payerRecord }
  const pagination = { page: 1, limit: 10, total: 1, totalPages: 1 }
  host.on('projects.openProjects', ok({ data: [listed], pagination }))
  host.on('projects.get', ok({ data: { ...project, payerRecord } }))
  host.on('projects.similar', ok({ data: [] }))
  host.on('memberships.access', ok({ data: none }))
  host.on('openTasks.list', ok({ data: [openTaskOf(1, { payerRecord })], nextCursor: null, ofProject: null }))
  host.on('openTasks.get', ok({ data: openPageOf({ payerRecord }) }))
  host.on('people.profileByUsername', ok({ data: { ...marta, payerRecord, workerRecord: worker } }))
}
beforeEach(() => serve(record))
afterEach(clearApp)

const places: Array<[string, string]> = [
  ['a card of the market', '/market'],
  ['the dialog', `/project/${projectID}/dialog`],
  ['an open task of the list', '/market?view=tasks'],
  ['the page of an open task', `/open/${idOf(1)}`],
  ['the profile', '/pf/marta'],
]
const said = 'Pays within 3 days · 14 of 14 paid · reviews in 2 days'
const owes = 'Owes $400, late by 20 days.'

test.each(places)(
  '[RECORD-02] [RECORD-03] [RECORD-04] %s says how its owner pays, and what is late',
  async (_, path) => {
    await renderApp(path)
    expect((await screen.findAllByText(said)).length).toBeGreaterThan(0)
    expect(screen.getAllByText(owes).length).toBeGreaterThan(0)
  },
)

test.each(places)(
  '[RECORD-02] [RECORD-04] below 3 dues %s says that there were none, and still what is late',
  async (_, path) => {
    serve({ ...record, count: 1, paid: 0 })
    await renderApp(path)
    expect((await screen.findAllByText('No payments yet.')).length).toBeGreaterThan(0)
    expect(screen.getAllByText(owes).length).toBeGreaterThan(0)
  },
)

test('a server without records shows nothing of them', async () => {
  serve(record, ['claims', 'market'])
  await renderApp('/pf/marta')
  expect(await screen.findByRole('heading', { level: 1, name: 'Marta' })).toBeTruthy()
  expect(screen.queryByText(said)).toBeNull()
  expect(screen.queryByText(/^12 accepted/)).toBeNull()
})

test('[RECORD-08] a creator’s profile leads with how they pay, and reputation follows; others have none of it', async () => {
  await renderApp('/pf/marta')
  const [pays, points] = [await screen.findByText(said), screen.getByText('1,250 from 4 creators')]
  expect(pays.compareDocumentPosition(points) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy()
  expect(screen.getByText('12 accepted · 92% on time · 1 returned · 0 expired · for 4 creators')).toBeTruthy()
  clearApp()
  host.on('people.profileByUsername', ok({ data: { ...marta, payerRecord: null, workerRecord: null } }))
  await renderApp('/pf/marta')
  expect(await screen.findByText('1,250 from 4 creators')).toBeTruthy()
  expect(screen.queryByText(/paid/)).toBeNull()
})
