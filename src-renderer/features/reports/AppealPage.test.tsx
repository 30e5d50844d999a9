import { screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { failedReply } from '#shared/api-client/index.ts'
import type { OwnReport } from '#shared/contract/reports.ts'
import { paths } from '#lib/paths.ts'
import { host, ok } from '#support/fake-platform.ts'
import { idOf } from '#support/projects.ts'
import { fill, user } from '#support/quick-user.ts'
import { clearApp, renderApp } from '#support/render-app.tsx'

const suspended: OwnReport = {
  ...{ id: idOf(1), kind: 'person', part: 'whole', side: 'reported', about: null, createdAt: null, isLookedAt: true },
  ...{ decision: 'suspend', text: 'It asks for money.', decidedAt: '2026-11-02T10:00:00.000Z' },
  ...{ appealBy: '2026-11-16T10:00:00.000Z', appealedAt: null, isGranted: null, finalText: null },
}
const appealed = { ...suspended, appealBy: null, appealedAt: '2026-11-03T10:00:00.000Z' }
const TOKEN = 'an.id and a signature'
const open = (token = TOKEN) => renderApp(paths.appeal({ token }))
const press = () => user.click(screen.getByRole('button', { name: 'Appeal' }))
afterEach(clearApp)

test('[REPORT-10] a suspended person reads what was decided and why, and appeals once, without signing in', async () => {
  host.on('reports.ofLink', ok({ data: suspended }))
  await open()
  await screen.findByRole('heading', { name: 'Your account was suspended' })
  expect(screen.getByText('It asks for money.')).toBeTruthy()
  expect(screen.getByText(/You can appeal once, until Nov 16, 2026/)).toBeTruthy()
  await press()
  expect(await screen.findByText('Please write something.')).toBeTruthy()
  fill(screen.getByRole('textbox'), 'It is a deposit.')
  host.on('reports.appealByLink', failedReply(500, 'INTERNAL'))
  await press()
  expect(await screen.findByText('Failed to send the appeal')).toBeTruthy()
  expect(screen.getByRole<HTMLTextAreaElement>('textbox').value).toBe('It is a deposit.')
  host.on('reports.appealByLink', ok({ data: appealed }))
  await press()
  await screen.findByText(/You appealed on Nov 3, 2026/)
  expect(host.called('reports.appealByLink').at(-1)?.input).toEqual({
    body: { token: TOKEN, text: 'It is a deposit.' },
  })
  expect(screen.queryByRole('button', { name: 'Appeal' })).toBeNull()
})

test('[REPORT-10] who has appealed on another device is shown that', async () => {
  host.on('reports.ofLink', ok({ data: suspended }))
  await open()
  fill(await screen.findByRole('textbox'), 'It is a deposit.')
  host.on('reports.ofLink', ok({ data: appealed }))
  host.on('reports.appealByLink', failedReply(409, 'CONFLICT', 'You have appealed already.'))
  await press()
  expect(await screen.findByText(/You appealed on Nov 3, 2026/)).toBeTruthy()
})

test('[REPORT-11] how the appeal ended is on the page, and who is restored logs in from there', async () => {
  host.on('reports.ofLink', ok({ data: { ...appealed, isGranted: true, finalText: 'We were wrong.' } }))
  await open()
  expect(await screen.findByText('We were wrong.')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Log in' }).getAttribute('href')).toBe('/login')
})

test('[REPORT-10] a forged or ended link, one that is cut, and a failure', async () => {
  const message = 'This link is not good any more. It works for 14 days.'
  host.on('reports.ofLink', failedReply(422, 'INVALID_TOKEN', message))
  await open()
  expect(await screen.findByText(message)).toBeTruthy()
  expect(screen.queryByRole('textbox')).toBeNull()
  expect(screen.getByRole('link', { name: 'Back to Login' }).getAttribute('href')).toBe('/login')
  clearApp()
  await open('')
  expect(await screen.findByText('This link is not complete.')).toBeTruthy()
  expect(host.called('reports.ofLink')).toEqual([])
  clearApp()
  host.on('reports.ofLink', failedReply(500, 'INTERNAL'))
  await open()
  const retry = await screen.findByRole('button', { name: 'Retry' })
  host.on('reports.ofLink', ok({ data: suspended }))
  await user.click(retry)
  expect(await screen.findByRole('heading', { name: 'Your account was suspended' })).toBeTruthy()
})
