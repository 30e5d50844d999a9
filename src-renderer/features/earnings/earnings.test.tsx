import { configure, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Due } from '#shared/contract/dues.ts'
import type { EarningsLine, Receipt } from '#shared/contract/earnings.ts'
import type { RewardOfClaim } from '#shared/contract/rewards.ts'
import type { Reply } from '#shared/api-client/index.ts'
import { statementTimes } from '#shared/rules/earnings-file.ts'
import { paths } from '#lib/paths.ts'
import * as saving from '#platform/save-in-browser.ts'
import { host, ok, platform } from '#support/fake-platform.ts'
import { fill, user } from '#support/quick-user.ts'
import { clearApp, renderApp } from '#support/render-app.tsx'
import { serveWorkspace } from '#support/workspace.ts'

configure({ asyncUtilTimeout: 20_000 })
type Refusal = Extract<Reply, { ok: false }>['error']
const refused = (status: number, error: Refusal): Reply => ({ ok: false, status, error })
const uuid = (number: number) => `01890000-0000-7000-8000-${String(number).padStart(12, '0')}`
const project = { id: uuid(800), title: 'A bird atlas' }
const due = (number: number, more: Partial<Due> = {}): Due => ({
  claimID: uuid(number),
  taskID: uuid(100 + number),
  taskId: String(number),
  title: `Task ${number}`,
  project,
  person: { id: uuid(1), username: 'ana', name: 'Ana' },
  amountCents: 40_000,
  currency: 'USD',
  since: '2025-01-02T12:00:00.000Z',
  payBy: '2025-01-16T12:00:00.000Z',
  isLate: false,
  waitsForPayee: false,
  reward: null,
  ...more,
})
const line = (number: number, more: Partial<EarningsLine> = {}): EarningsLine => ({
  id: uuid(200 + number),
  kind: 'paid',
  paymentID: uuid(300 + number),
  receipt: number,
  project,
  task: `Paid task ${number}`,
  taskId: null,
  amountCents: 10_000,
  currency: 'USD',
  at: '2025-01-02T12:00:00.000Z',
  ...more,
})
const coming = {
  claimID: uuid(400),
  taskID: uuid(401),
  title: 'Draw the sea',
  project,
  amountCents: 3_000,
  currency: 'USD',
  isInReview: false,
  by: '2025-02-01T12:00:00.000Z',
}
type Served = { lines?: EarningsLine[]; toMe?: Due[]; byMe?: Due[]; isComing?: boolean }
const serve = ({ lines = [], toMe = [], byMe = [], isComing = false }: Served = {}) => {
  host.on('earnings.list', ok({ data: { lines, sums: [], coming: isComing ? [coming] : [] }, nextCursor: null }))
  host.on('dues.own', ok({ data: { owedToMe: toMe, owedByMe: byMe, isCut: false } }))
}
const payout = { details: null, isUnreadable: false, readings: [], asks: false }
beforeEach(() => {
  serveWorkspace({ role: 'member' })
  host.on('capabilities.list', ok({ data: ['search', 'work', 'rewards', 'claims', 'payouts'] }))
  host.on('payout.own', ok({ data: payout }))
})
afterEach(() => {
  vi.restoreAllMocks()
  clearApp()
})
const list = async (name: string) => within(await screen.findByRole('list', { name }))

test('[PAYOUT-10] what is owed, comes, was received and is owed by me stand apart, with dates and sums of each currency', async () => {
  serve({
    toMe: [due(1, { isLate: true }), due(2, { waitsForPayee: true, currency: 'EUR', amountCents: 2_000 })],
    byMe: [due(3, { person: { id: uuid(2), username: 'ben', name: 'Ben' } })],
    lines: [
      line(1, { taskId: '1' }),
      line(2, { kind: 'voided', amountCents: -4_000 }),
      line(3, { at: '2024-12-05T12:00:00.000Z' }),
    ],
    isComing: true,
  })
  await renderApp(paths.earnings())
  const toMe = await list('Owed to me')
  expect(toMe.getByText(/^Late by \d+ days?\. Owed since/)).toBeTruthy()
  expect(toMe.getByText(/Waits for you to say how you are paid\./)).toBeTruthy()
  expect(screen.getByText('$400.00 · €20.00')).toBeTruthy()
  expect((await list('Coming')).getByText(/^You work on it until/)).toBeTruthy()
  const january = await list('Received in January 2025 · A bird atlas')
  expect(january.getByText('−$40.00')).toBeTruthy()
  expect(screen.getByText('$60.00')).toBeTruthy()
  expect(january.getByRole('link', { name: 'Receipt 1 of A bird atlas, paid' }).getAttribute('href')).toBe(
    paths.receipt(uuid(301)),
  )
  expect(january.getByRole('link', { name: '#1 Paid task 1' }).getAttribute('href')).toBe(
    paths.taskByNumber(project.id, '1'),
  )
  expect(january.queryByRole('link', { name: /Paid task 2/ })).toBeNull()
  expect(await list('Received in December 2024 · A bird atlas')).toBeTruthy()
  expect((await list('By me')).getByText(/Ben for/)).toBeTruthy()
})

const blocker = {
  ...{ who: null, by: null, since: null, amountCents: null, ofCents: null },
  ...{ waitingRounds: null, project: null, reason: null, saidHow: null },
} as const
const rewardOf = (state: RewardOfClaim['state'], more: Partial<RewardOfClaim['blocker']>): RewardOfClaim => ({
  ...{ state, owner: { id: uuid(2), username: 'marta', name: 'Marta' }, actor: null },
  ...{ holder: { id: uuid(1), username: 'ana', name: 'Ana' }, blocker: { ...blocker, what: 'payment', ...more } },
})

test('[PAYOUT-10] what is in dispute, missing or proposed is read so, and what comes leads to its task', async () => {
  const since = '2025-01-20T12:00:00.000Z'
  serve({
    toMe: [
      due(1, { isLate: true, reward: rewardOf('disputed', { what: 'ruling', since }) }),
      due(2, { isLate: true, reward: rewardOf('due', { who: 'managers', what: 'missing' }) }),
      due(3, {
        reward: rewardOf('proposed', { who: 'holder', what: 'proposal', amountCents: 30_000, ofCents: 40_000 }),
      }),
    ],
  })
  const changes = rewardOf('changes', { who: 'holder', what: 'changes', by: '2025-02-01T12:00:00.000Z' })
  const held = { ...coming, claimID: uuid(402), taskId: null }
  const data = { lines: [], sums: [], coming: [{ ...coming, taskId: '7', reward: changes }, held] }
  host.on('earnings.list', ok({ data, nextCursor: null }))
  await renderApp(paths.earnings())
  const toMe = await list('Owed to me')
  expect(toMe.getByText(/^In dispute since .*; see it\.$/)).toBeTruthy()
  expect(toMe.getByText(/^Ana says that nothing arrived\./)).toBeTruthy()
  expect(toMe.getByText(/^Marta proposes \$300 of \$400/)).toBeTruthy()
  const comes = await list('Coming')
  expect(comes.getByText(/^Marta asked for changes; Ana has it until /)).toBeTruthy()
  expect(comes.getByText(/^You work on it until/)).toBeTruthy()
  expect(comes.getAllByRole('link').map((one) => one.getAttribute('href'))).toEqual([
    paths.taskByNumber(project.id, '7'),
  ])
})

test('[PAYOUT-17] empty earnings say so with a way to open tasks; a failure has Retry', async () => {
  serve()
  host.on('earnings.list', refused(500, { message: '', code: 'INTERNAL' }))
  await renderApp(paths.earnings())
  expect(await screen.findByText('Failed to load your earnings')).toBeTruthy()
  serve()
  await user.click(screen.getByRole('button', { name: 'Retry' }))
  expect(await screen.findByText('Nothing is owed to you.')).toBeTruthy()
  expect(screen.getByText('Open tasks show what they pay.')).toBeTruthy()
  const main = within(screen.getByRole('main'))
  expect(main.getByRole('link', { name: 'Open tasks' }).getAttribute('href')).toBe(paths.marketTasks())
})

test('[PAYOUT-10] a server without payouts has no such page', async () => {
  host.on('capabilities.list', ok({ data: ['rewards'] }))
  await renderApp(paths.earnings())
  await host.quiet()
  expect(screen.queryByRole('heading', { name: 'Earnings' })).toBeNull()
  expect(host.called('earnings.list')).toEqual([])
})

const receipt: Receipt = {
  paymentID: uuid(301),
  number: 12,
  project,
  task: 'Draw the map',
  amountCents: 40_000,
  currency: 'USD',
  method: 'Bank transfer',
  paidAt: '2025-01-02T12:00:00.000Z',
  voidedAt: null,
  missingAt: null,
  confirmedAt: null,
  mayAnswer: false,
  recordedBy: 'Marta',
  from: { name: 'Marta', address: '' },
  to: { name: 'Ana Silva Ltd', address: 'Porto' },
}

test('[PAYOUT-12] [PAYOUT-13] a receipt has number, sides, task, day, amount and method, prints, and is no invoice', async () => {
  host.on('earnings.receipt', ok({ data: receipt }))
  const print = vi.spyOn(globalThis, 'print').mockImplementation(() => undefined)
  await renderApp(paths.receipt(receipt.paymentID))
  expect(await screen.findByRole('heading', { name: 'Receipt 12' })).toBeTruthy()
  for (const text of ['A bird atlas', 'Draw the map', '$400.00', 'Bank transfer', 'Marta'])
    expect(screen.getAllByText(text).length).toBeGreaterThan(0)
  expect(screen.getByText(/Ana Silva Ltd/)).toBeTruthy()
  expect(screen.getByText('Recorded by Marta. This is a record, not an invoice.')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Print' }))
  expect(print).toHaveBeenCalledTimes(1)
})

test('[SETTLE-32] [SETTLE-33] who was paid confirms by the receipt, or says that nothing arrived; nobody else is asked', async () => {
  host.on('earnings.receipt', ok({ data: { ...receipt, mayAnswer: true } }))
  host.on('payments.confirm', refused(500, { message: 'Something went wrong.', code: 'INTERNAL' }))
  await renderApp(paths.receipt(receipt.paymentID))
  const asked = within(await screen.findByRole('region', { name: 'Did it arrive?' }))
  await user.click(asked.getByRole('button', { name: 'It arrived' }))
  await waitFor(() => expect(host.called('payments.confirm')).toHaveLength(1))
  host.on('payments.confirm', ok({ data: {} }))
  host.on('earnings.receipt', ok({ data: { ...receipt, confirmedAt: '2025-01-09T12:00:00.000Z' } }))
  await user.click(asked.getByRole('button', { name: 'It arrived' }))
  expect(await screen.findByText('Jan 9, 2025')).toBeTruthy()
  expect(screen.queryByRole('region', { name: 'Did it arrive?' })).toBeNull()
  const keys = host
    .called('payments.confirm')
    .map(({ input }) => (input.body as { idempotencyKey: string }).idempotencyKey)
  expect(new Set(keys).size).toBe(1)
})

test('[RATE-03] from a confirmed receipt a button leads to the review that is due', async () => {
  host.on('capabilities.list', ok({ data: ['payouts', 'ratings', 'work'] }))
  host.on('earnings.receipt', ok({ data: { ...receipt, confirmedAt: '2025-01-09T12:00:00.000Z' } }))
  const due = { id: uuid(900), side: 'worker', project, worker: null, until: '2025-01-23T12:00:00.000Z' }
  host.on('ratings.own', ok({ data: [{ ...due, given: null, isGiven: false }] }))
  await renderApp(paths.receipt(receipt.paymentID))
  expect((await screen.findByRole('link', { name: 'Give a review' })).getAttribute('href')).toBe('/work')
})

test('[SETTLE-33] that nothing arrived is said with a text', async () => {
  host.on('earnings.receipt', ok({ data: { ...receipt, mayAnswer: true } }))
  host.on('payments.missing', ok({ data: {} }))
  await renderApp(paths.receipt(receipt.paymentID))
  await user.click(await screen.findByRole('button', { name: 'Nothing arrived' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Nothing arrived' }))
  await user.type(dialog.getByRole('textbox', { name: /What should owners and admins know/ }), 'Nothing yet.')
  await user.click(dialog.getByRole('button', { name: 'Send' }))
  await waitFor(() => expect(host.called('payments.missing')[0]?.input).toMatchObject({ params: { id: receipt.paymentID }, body: { text: 'Nothing yet.' } })) // prettier-ignore
})

test('[PAYOUT-14] the desktop app saves a receipt as a PDF, named by its number', async () => {
  host.on('earnings.receipt', ok({ data: receipt }))
  const savePdf = vi.fn(() => Promise.resolve(true))
  const before = Object.getOwnPropertyDescriptor(platform, 'savePdf') ?? {}
  Object.defineProperty(platform, 'savePdf', { value: savePdf, configurable: true })
  try {
    await renderApp(paths.receipt(receipt.paymentID))
    await user.click(await screen.findByRole('button', { name: 'Save as PDF' }))
    expect(await screen.findByText('The receipt is saved.')).toBeTruthy()
    expect(savePdf).toHaveBeenCalledWith('Receipt 12 of A bird atlas.pdf')
    expect(screen.queryByRole('button', { name: 'Print' })).toBeNull()
  } finally {
    Object.defineProperty(platform, 'savePdf', before)
  }
})

test('[PAYOUT-12] a voided receipt says so with its day, and one of others is not there', async () => {
  host.on('earnings.receipt', ok({ data: { ...receipt, voidedAt: '2025-01-09T12:00:00.000Z' } }))
  await renderApp(paths.receipt(receipt.paymentID))
  expect(await screen.findByText(/^Voided on .*2025\.$/)).toBeTruthy()
  clearApp()
  serveWorkspace({ role: 'member' })
  host.on('capabilities.list', ok({ data: ['payouts'] }))
  host.on('payout.own', ok({ data: payout }))
  host.on('earnings.receipt', refused(404, { message: 'Receipt not found', code: 'NOT_FOUND' }))
  await renderApp(paths.receipt(receipt.paymentID))
  expect(await screen.findByText('This receipt is not there.')).toBeTruthy()
})

test('[PAYOUT-15] the statement of a year is a page and two files, of which a spreadsheet runs no text', async () => {
  const statement = {
    person: { name: 'Ana', address: '' },
    from: '2026-01-01T00:00:00.000Z',
    to: null,
    lines: [line(1, { task: '=1+1' })],
    sums: [{ currency: 'USD', receivedCents: 10_000, owedCents: 0 }],
    isCut: false,
  }
  host.on('earnings.statement', ok({ data: statement }))
  const save = vi.spyOn(saving, 'saveInBrowser').mockImplementation(() => undefined)
  await renderApp(paths.statement({ year: 2026 }))
  expect(await screen.findByRole('heading', { name: 'Statement of 2026' })).toBeTruthy()
  expect((await list('Sums')).getByText('USD: $100.00')).toBeTruthy()
  expect(host.called('earnings.statement').map(({ input }) => input.query)).toEqual([statementTimes({ year: 2026 })])
  await user.click(screen.getByRole('button', { name: 'CSV' }))
  await user.click(screen.getByRole('button', { name: 'JSON' }))
  const files = save.mock.calls.map(([bytes, name]) => [name, new TextDecoder().decode(bytes)])
  expect(files.map(([name]) => name)).toEqual(['statement-2026.csv', 'statement-2026.json'])
  expect(files[0]?.[1]).toContain(",'=1+1,1,")
  expect(JSON.parse(files[1]?.[1] ?? '')).toEqual(statement)
})

test('[PAYOUT-15] a statement is from one day to another, both included', async () => {
  const person = { name: 'Ana', address: '' }
  host.on('earnings.statement', ok({ data: { person, from: null, to: null, lines: [], sums: [], isCut: false } }))
  const { path } = await renderApp(paths.statement())
  fill(await screen.findByLabelText('From'), '2026-03-01')
  fill(screen.getByLabelText('Until'), '2026-03-31')
  await waitFor(() =>
    expect(host.called('earnings.statement').at(-1)?.input.query).toEqual({
      from: '2026-03-01T00:00:00.000Z',
      to: '2026-04-01T00:00:00.000Z',
    }),
  )
  expect(path()).toBe(paths.statement({ from: '2026-03-01', to: '2026-03-31' }))
})
