import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { failedReply } from '#shared/api-client/index.ts'
import type { OwnReport } from '#shared/contract/reports.ts'
import { host, ok } from '#support/fake-platform.ts'
import { idOf } from '#support/projects.ts'
import { fill, user } from '#support/quick-user.ts'
import { clearApp, renderApp } from '#support/render-app.tsx'

const nothing = {
  ...{ about: null, part: 'whole' as const, decision: null, text: null, decidedAt: null, appealBy: null },
  appealedAt: null,
  ...{ isGranted: null, finalText: null },
}
const made: OwnReport = {
  ...{ id: idOf(1), kind: 'comment', side: 'reporter', createdAt: '2026-11-01T10:00:00.000Z', isLookedAt: false },
  ...nothing,
}
const decided: OwnReport = {
  ...{ ...nothing, id: idOf(2), kind: 'project', side: 'reported', createdAt: null, isLookedAt: true },
  ...{ about: 'Harbour map', decision: 'hide', text: 'It asks for money.', decidedAt: '2026-11-02T10:00:00.000Z' },
  appealBy: '2026-11-16T10:00:00.000Z',
}
beforeEach(() => {
  host.userID = '01890000-0000-7000-8000-0000000000aa'
  host.on('users.username', ok({ data: { username: 'ada' } }))
  host.on('capabilities.list', ok({ data: ['reports', 'market'] }))
})
afterEach(clearApp)

test('[REPORT-09] the reporter reads Looked at and nothing else', async () => {
  host.on(
    'reports.mine',
    ok({
      data: [
        { ...made, isLookedAt: true },
        { ...made, id: idOf(3) },
      ],
    }),
  )
  await renderApp('/reports')
  const rows = within(await screen.findByRole('list')).getAllByRole('listitem')
  expect(rows.map(({ textContent }) => textContent)).toEqual([
    'Comment, reported Nov 1, 2026Looked at',
    'Comment, reported Nov 1, 2026The administrators have not looked at it yet',
  ])
  expect(screen.queryByRole('button', { name: 'Appeal' })).toBeNull()
})

test('[REPORT-09] [REPORT-10] the reported person reads what was decided and why, and appeals once', async () => {
  host.on('reports.mine', ok({ data: [decided] }))
  await renderApp('/reports')
  await screen.findByRole('heading', { name: 'Your project was hidden' })
  for (const text of ['Harbour map', 'It asks for money.']) expect(screen.getByText(text)).toBeTruthy()
  expect(screen.getByText(/You can appeal once, until Nov 16, 2026/)).toBeTruthy()
  const press = () => user.click(screen.getByRole('button', { name: 'Appeal' }))
  await press()
  expect(await screen.findByText('Please write something.')).toBeTruthy()
  fill(screen.getByRole('textbox'), 'It is a deposit.')
  host.on('reports.appeal', failedReply(500, 'INTERNAL'))
  await press()
  expect(await screen.findByRole('alert')).toBeTruthy()
  expect(screen.getByRole<HTMLTextAreaElement>('textbox').value).toBe('It is a deposit.')
  host.on('reports.appeal', () => {
    const appealed = { ...decided, appealBy: null, appealedAt: '2026-11-03T10:00:00.000Z' }
    host.on('reports.mine', ok({ data: [appealed] }))
    return ok({ data: appealed })
  })
  await press()
  await screen.findByText(/You appealed on Nov 3, 2026/)
  expect(host.called('reports.appeal').at(-1)?.input).toEqual({
    params: { id: decided.id },
    body: { text: 'It is a deposit.' },
  })
  expect(screen.queryByRole('button', { name: 'Appeal' })).toBeNull()
})

test.each([
  [{ isGranted: true, finalText: 'We were wrong.' }, 'Your appeal was granted: all is as it was.'],
  [
    { decision: 'suspend', isGranted: true, finalText: 'Sorry.' },
    /^Your appeal was granted: this suspension has ended\./,
  ],
  [{ isGranted: false, finalText: 'It stays.' }, 'Your appeal was not granted. This is final.'],
  [{}, 'The time to appeal is over.'],
])('[REPORT-09] how the decision ended is said: %o', async (end, text) => {
  host.on('reports.mine', ok({ data: [{ ...decided, ...end, appealBy: null }] }))
  await renderApp('/reports')
  expect(await screen.findByText(text)).toBeTruthy()
})

test('no reports, a failure, and a server without reports', async () => {
  host.on('reports.mine', failedReply(500, 'INTERNAL'))
  const { path } = await renderApp('/reports')
  const retry = await screen.findByRole('button', { name: 'Retry' })
  host.on('reports.mine', ok({ data: [] }))
  await user.click(retry)
  expect(await screen.findByRole('heading', { name: 'No reports' })).toBeTruthy()
  expect(path()).toBe('/reports')
  clearApp()
  host.userID = '01890000-0000-7000-8000-0000000000aa'
  host.on('capabilities.list', ok({ data: ['market'] }))
  const other = await renderApp('/reports')
  await waitFor(() => expect(other.path()).toBe('/market'))
})
