import { screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { capabilityNames } from '#shared/contract/index.ts'
import { entryKinds, type LedgerEntry } from '#shared/contract/ledger.ts'
import { collaboratorsPath, ledger, serveTeam } from '#support/collaborators.ts'
import { failed } from '#support/workspace.ts'
import { host, ok } from '#support/fake-platform.ts'
import { user } from '#support/quick-user.ts'
import { clearApp, renderApp } from '#support/render-app.tsx'

const uuid = (number: number) => `01890000-0000-7000-8000-${String(number).padStart(12, '0')}`
const [task, claim, ada] = [uuid(1), uuid(2), uuid(3)]
const accounts: Readonly<Record<LedgerEntry['kind'], readonly [string, string]>> = {
  reserve: ['budget', `reserved:${task}`],
  raise: ['budget', `reserved:${task}`],
  release: [`reserved:${task}`, 'budget'],
  due: [`reserved:${task}`, `due:${claim}`],
  settle: [`due:${claim}`, `paid:${ada}`],
  pay: ['budget', `paid:${ada}`],
  void: [`paid:${ada}`, 'budget'],
  missing: [`paid:${ada}`, `due:${claim}`],
  forgive: [`due:${claim}`, 'budget'],
}
const amounts = { reserve: 50_000, raise: 10_000, release: 5_000, due: 40_000, settle: 30_000 }
const others = { pay: 2_500, void: 500, missing: 1_000, forgive: 2_000 }
const entries = entryKinds.map((kind, number): LedgerEntry => {
  const [from, to] = accounts[kind]
  return {
    ...{ id: uuid(100 + number), kind, amountCents: { ...amounts, ...others }[kind], currency: 'USD', from, to },
    ...{ taskID: task, claimID: claim, paymentID: null, createdAt: '2026-11-05T10:00:00.000Z' },
    person: { id: ada, username: 'ada', name: '=HYPERLINK("x")' },
  }
})
const shown = { paidCents: 31_000, reservedCents: 15_000, dueCents: 9_000, lateCents: 0 }

let blob: Blob | undefined
let name = ''
beforeEach(() => {
  name = ''
  const summary = { ...shown, budgetCents: 300_000, availableCents: 245_000 }
  serveTeam({ summary })
  host.on('capabilities.list', ok({ data: [...capabilityNames] }))
  host.on('dues.list', ok({ data: [], nextCursor: null }))
  host.on('payments.list', ledger([], summary))
  host.on('ledger.list', ({ input }) => {
    const isSecond = (input.query as { cursor?: string }).cursor === 'second'
    const balances = { budgetCents: 300_000, reservedCents: 15_000, dueCents: 9_000, paidCents: 31_000 }
    const page = isSecond ? entries.slice(5) : entries.slice(0, 5)
    return ok({ data: { entries: page, balances, currency: 'USD' }, nextCursor: isSecond ? null : 'second' })
  })
  vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: (given: Blob) => ((blob = given), 'blob:x') }))
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    name = this.download
  })
})
afterEach(() => {
  clearApp()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

const saved = async (button: string) => {
  await renderApp(collaboratorsPath('?view=payments'))
  await user.click(await screen.findByRole('button', { name: button }))
  expect(await screen.findByText(`9 entries exported to ${name}.`)).toBeTruthy()
  return (await blob?.text()) ?? ''
}
type Moved = { from: string; to: string; amount: number }
/** What entries leave in an account, which the bar of the screen shows. */
const left = (all: readonly Moved[], account: string) =>
  all.reduce(
    (sum, { from, to, amount }) =>
      sum + (to.startsWith(account) ? amount : 0) - (from.startsWith(account) ? amount : 0),
    0,
  )
const sums = (all: readonly Moved[]) => ['paid', 'due', 'reserved'].map((account) => left(all, account))

test('[LEDGER-26] the CSV has all kinds of entries, no text is a formula, and its sums are those of the screen', async () => {
  const rows = (await saved('All entries as CSV')).trim().split('\r\n')
  expect(name).toMatch(/^ledger-harbour-map-\d{4}-\d\d-\d\d\.csv$/)
  expect(rows[0]).toBe('Time,Kind,From,To,Amount,Currency,Name,Username,Task ID,Claim ID,Payment ID,Entry ID')
  expect(rows[1]).toContain(`reserve,budget,reserved,500.00,USD,"'=HYPERLINK(""x"")",ada,${task},`)
  const cells = rows.slice(1).map((row) => row.split(','))
  expect(cells.map(([, kind]) => kind)).toEqual([...entryKinds])
  const moved = cells.map(([, , from = '', to = '', amount]) => ({ from, to, amount: Number(amount) }))
  expect(sums(moved)).toEqual([310, 90, 150])
  expect(screen.getByRole('img', { name: 'Paid $310.00, Due $90.00, Reserved $150.00, Free $2,450.00' })).toBeTruthy()
})

test('[LEDGER-26] the JSON has the entries as they are, with the same sums', async () => {
  const all = JSON.parse(await saved('All entries as JSON')) as LedgerEntry[]
  expect(all).toEqual(entries)
  expect(sums(all.map(({ from, to, amountCents }) => ({ from, to, amount: amountCents })))).toEqual([
    ...[shown.paidCents, shown.dueCents, shown.reservedCents],
  ])
})

test('entries that cannot be read are said to be so, and nothing is saved', async () => {
  host.on('ledger.list', failed)
  await renderApp(collaboratorsPath('?view=payments'))
  await user.click(await screen.findByRole('button', { name: 'All entries as CSV' }))
  expect(await screen.findByText(/Failed to load the ledger|Something went wrong/)).toBeTruthy()
  expect(name).toBe('')
})
