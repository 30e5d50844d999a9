import { screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { collaboratorsPath, ledger, paymentOf, serveTeam, summaryOf } from '#support/collaborators.ts'
import { host, ok } from '#support/fake-platform.ts'
import { user } from '#support/quick-user.ts'
import { clearApp, renderApp } from '#support/render-app.tsx'
import { ledgerTime } from '../data/ledger-period.ts'

afterEach(() => {
  clearApp()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

test('Export takes all pages of the period that is chosen along', async () => {
  serveTeam()
  host.on('capabilities.list', ok({ data: ['analytics'] }))
  const all = Array.from({ length: 130 }, (_, number) => paymentOf(number + 1))
  host.on('payments.list', ({ input }) => {
    const { page, limit } = input.query as { page: number; limit: number }
    const pagination = { page, limit, total: all.length, totalPages: Math.ceil(all.length / limit) }
    return ok({ data: all.slice((page - 1) * limit, page * limit), pagination, summary: summaryOf(), periodSums: [] })
  })
  let blob: Blob | undefined
  vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: (given: Blob) => ((blob = given), 'blob:x') }))
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockReturnValue()
  await renderApp(collaboratorsPath('?view=payments&period=lastMonth'))
  await user.click(await screen.findByRole('button', { name: 'Export' }))
  expect(await screen.findByText(/^130 payments exported to /)).toBeTruthy()
  expect((await blob?.text())?.trim().split('\r\n')).toHaveLength(131)
  const read = host.called('payments.list').map(({ input }) => input.query)
  expect(read.slice(-2)).toMatchObject([
    { page: 1, limit: 100, ...ledgerTime('lastMonth') },
    { page: 2, limit: 100, ...ledgerTime('lastMonth') },
  ])
})

/** Exports an entry for a task and a voided one; answers the name and the lines of the file. */
const exported = async (capabilities: readonly string[]) => {
  serveTeam()
  host.on('capabilities.list', ok({ data: capabilities }))
  const voided = { voidedAt: '2025-03-06T10:00:00.000Z', voidReason: 'twice' }
  host.on(
    'payments.list',
    ledger([
      paymentOf(250, { note: '=1+1', method: 'Cash', task: { id: null, taskId: '3', title: 'Draw, then ink' } }),
      paymentOf(7, voided),
    ]),
  )
  let blob: Blob | undefined
  let name = ''
  vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: (given: Blob) => ((blob = given), 'blob:x') }))
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    name = this.download
  })
  await renderApp(collaboratorsPath('?view=payments'))
  // Periods are shown as soon as the server's list has arrived.
  await screen.findByRole('combobox', { name: 'Period' })
  await user.click(await screen.findByRole('button', { name: 'Export' }))
  expect(await screen.findByText(`2 payments exported to ${name}.`)).toBeTruthy()
  return { name, rows: (await blob?.text())?.split('\r\n') }
}

test('Export saves the payments that are shown, a voided one with its reason, and no text is a formula', async () => {
  const { name, rows } = await exported(['analytics', 'taskPayments'])
  expect(name).toMatch(/^payments-harbour-map-\d{4}-\d\d-\d\d\.csv$/)
  expect(rows?.slice(1)).toEqual([
    '2025-03-05,Ada Byron,ada,250.00,USD,Cash,\'=1+1,3,"Draw, then ink",Grace Hopper (@grace),,',
    '2025-03-05,Ada Byron,ada,7.00,USD,,,,,Grace Hopper (@grace),2025-03-06,twice',
    '',
  ])
})

test('[CAP-02] Export has no column for tasks where the server knows no tasks of payments', async () => {
  const { rows } = await exported(['analytics', 'tasks2'])
  expect(rows?.[0]).toBe('Date,Name,Username,Amount,Currency,Method,Note,Recorded by,Voided,Reason')
  expect(rows?.[2]).toBe('2025-03-05,Ada Byron,ada,7.00,USD,,,Grace Hopper (@grace),2025-03-06,twice')
})
