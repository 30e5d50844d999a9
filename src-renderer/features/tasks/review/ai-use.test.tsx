import { ThemeProvider } from '@mui/material'
import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Submission } from '#shared/contract/index.ts'
import type { AiRule, AiUse, TaskOffer } from '#shared/contract/task-offer.ts'
import { clearScreen } from '#support/clear-screen.ts'
import { host, ok } from '#support/fake-platform.ts'
import { user } from '#support/quick-user.ts'
import { renderRoutes } from '#support/render-routes.tsx'
import { ada, layOut, taskOf } from '#support/tasks-tab.tsx'
import { theme } from '#app/theme.ts'
import { ReviewRound } from './ReviewRound.tsx'
import { SubmitSheet } from './SubmitSheet.tsx'

layOut()
const offer: TaskOffer = {
  ...{ amountCents: 40_000, currency: 'USD', mode: 'claim', takers: 'anyone', minTier: null, skills: [] },
  ...{ leaseDays: 7, reviewDays: 14, payDays: 14, aiRule: 'declare', version: 1, madeAt: '2026-11-28T10:00:00.000Z' },
}
const own = (aiRule: AiRule) =>
  taskOf(1, { status: 2, assignedToID: ada.id, rewardCents: 40_000, offer: { ...offer, aiRule } })
const round = (aiUse: AiUse | null): Submission => ({
  ...{ id: own('none').id, taskID: own('none').id, round: 1, state: 'open', note: 'Ready.', answer: '' },
  ...{ authorID: ada.id, authorUsername: 'ada', links: [], files: [], remarks: [], aiUse },
  ...{ createdAt: '2025-01-07T10:00:00.000Z', answeredAt: null, answeredByID: null, answeredByUsername: null },
})
const show = (element: React.ReactElement) =>
  renderRoutes([{ path: '/', element: <ThemeProvider theme={theme}>{element}</ThemeProvider> }], '/')
const openSheet = async (aiRule: AiRule) => {
  const task = own(aiRule)
  host.userID = ada.id
  host.on('tasks.get', ok({ data: task }))
  show(<SubmitSheet task={task} onClose={vi.fn()} />)
  return within(await screen.findByRole('dialog', { name: 'Submit for review' }))
}
const sent = () => host.called('submissions.create').map(({ input }) => (input.body as { aiUse?: AiUse }).aiUse)
beforeEach(() => {
  localStorage.clear()
  host.on('capabilities.list', ok({ data: ['review', 'rewards'] }))
  host.on('submissions.create', () => ok({ data: { submission: round('none'), task: own('none') } }))
})
afterEach(clearScreen)

test("[OFFER-07] where none may be used the sheet asks to tick 'Made without a generator', and sends nothing before", async () => {
  const sheet = await openSheet('none')
  const tick = await sheet.findByRole('checkbox', { name: /Made without a generator/ })
  await user.click(sheet.getByRole('button', { name: 'Submit' }))
  expect((await sheet.findByRole('alert')).textContent).toBe('This task takes only what was made without a generator.')
  expect(tick.getAttribute('aria-describedby')).toBe(sheet.getByRole('alert').id)
  expect(sent()).toEqual([])
  await user.click(tick)
  await user.click(sheet.getByRole('button', { name: 'Submit' }))
  await waitFor(() => expect(sent()).toEqual(['none']))
})

test('[OFFER-06] where it is to be declared the sheet asks which of three it is, and shows what is missing', async () => {
  const shown = vi.fn()
  Element.prototype.scrollIntoView = shown
  const sheet = await openSheet('declare')
  const choice = within(await sheet.findByRole('radiogroup', { name: 'Was an AI generator used?' }))
  expect(sheet.queryByRole('checkbox')).toBeNull()
  await user.click(sheet.getByRole('button', { name: 'Submit' }))
  expect((await sheet.findByRole('alert')).textContent).toBe('Say whether an AI generator was used.')
  expect(shown).toHaveBeenCalledTimes(1)
  await user.click(choice.getByRole('radio', { name: 'Made with some help of a generator' }))
  await user.click(sheet.getByRole('button', { name: 'Submit' }))
  await waitFor(() => expect(sent()).toEqual(['some']))
})

test('[OFFER-07] what the server refuses of it is said beside the field', async () => {
  const message = 'This task takes only what was made without a generator.'
  host.on('submissions.create', {
    ok: false,
    status: 422,
    error: { code: 'INVALID', message: 'Invalid input', details: [{ path: 'aiUse', message }] },
  })
  const sheet = await openSheet('declare')
  await user.click(await sheet.findByRole('radio', { name: 'Made mostly by a generator' }))
  await user.click(sheet.getByRole('button', { name: 'Submit' }))
  expect((await sheet.findByRole('alert')).textContent).toBe(message)
  expect(sheet.getByRole('radiogroup').getAttribute('aria-describedby')).toBe(sheet.getByRole('alert').id)
})

test('where any may be used the sheet asks nothing of it', async () => {
  const sheet = await openSheet('any')
  await user.click(sheet.getByRole('button', { name: 'Submit' }))
  await waitFor(() => expect(sent()).toEqual([undefined]))
  expect(sheet.queryByRole('radiogroup')).toBeNull()
})

test.each([
  ['none', 'Made without a generator.'],
  ['some', 'Made with some help of a generator.'],
  ['mostly', 'Made mostly by a generator.'],
] as const)('[OFFER-07] a round of %s says so', async (use, text) => {
  show(<ReviewRound projectID={own('none').projectID} taskID={own('none').id} round={round(use)} isOpen />)
  expect(await screen.findByText(text)).toBeTruthy()
})
