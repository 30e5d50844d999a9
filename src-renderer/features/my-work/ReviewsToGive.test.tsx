import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { failedReply } from '#shared/api-client/index.ts'
import type { RatingDue } from '#shared/contract/ratings.ts'
import { clearScreen } from '#support/clear-screen.ts'
import { host, ok } from '#support/fake-platform.ts'
import { idOf } from '#support/projects.ts'
import { fill, user } from '#support/quick-user.ts'
import { renderRoutes } from '#support/render-routes.tsx'
import { ReviewsToGive } from './ReviewsToGive.tsx'

afterEach(clearScreen)
const due = (extra: Partial<RatingDue> = {}): RatingDue => ({
  ...{ id: idOf(1), side: 'worker', project: { id: idOf(2), title: 'Harbour map' }, worker: null },
  ...{ until: '2026-12-13T12:00:00.000Z', given: null, isGiven: false },
  ...extra,
})
const ana = { id: idOf(3), username: 'ana', name: 'Ana Field' }
let listed: string[] = []
beforeEach(() => {
  host.userID = idOf(9)
  listed = ['ratings']
})
const show = (dues: RatingDue[]) => {
  host.on('capabilities.list', () => ok({ data: listed }))
  host.on('ratings.own', ok({ data: dues }))
  return renderRoutes([{ path: '/', element: <ReviewsToGive /> }], '/')
}
const open = async (button: string, title: string) => {
  await user.click(await screen.findByRole('button', { name: button }))
  return within(await screen.findByRole('dialog', { name: title }))
}
type Sheet = Awaited<ReturnType<typeof open>>
const choose = async (sheet: Sheet, question: RegExp, answer: string) =>
  user.click(within(sheet.getByRole('radiogroup', { name: question })).getByRole('radio', { name: answer }))

test('[RATE-14] [RATE-03] the sheet says when the other side reads it, names what is missing, and gives the review', async () => {
  host.on('ratings.give', failedReply(409, 'CONFLICT', 'No review is due here.'))
  show([due()])
  const sheet = await open('Give a review of Harbour map', 'Review Harbour map')
  expect(sheet.getByText(/^The project reads it when both sides have given theirs, or on Dec 13, 2026\./)).toBeTruthy()
  await user.click(sheet.getByRole('button', { name: 'Give the review' }))
  expect(sheet.getAllByText('Please choose one.')).toHaveLength(4)
  expect(host.called('ratings.give')).toEqual([])
  await choose(sheet, /work together again/, 'Yes')
  await choose(sheet, /How clear/, '5')
  await choose(sheet, /How fair/, '4')
  await choose(sheet, /keep their days/, '3')
  fill(sheet.getByLabelText('In words (optional)'), 'Paid at once.')
  await user.click(sheet.getByRole('button', { name: 'Give the review' }))
  expect(await sheet.findByText('No review is due here.')).toBeTruthy()
  host.on('ratings.give', ok({ data: {} }))
  await user.click(sheet.getByRole('button', { name: 'Give the review' }))
  const body = { projectID: idOf(2), again: 'yes', clear: 5, fair: 4, onTime: 3, text: 'Paid at once.' }
  await waitFor(() => expect(host.called('ratings.give').at(-1)?.input.body).toEqual(body))
  expect(host.called('ratings.give')).toHaveLength(2)
})

test('[RATE-14] what is begun stays as a draft, and works by keyboard alone', async () => {
  show([due({ side: 'payer', worker: ana })])
  const name = 'Give a review of Ana Field'
  const sheet = await open(name, 'Review Ana Field')
  const [yes] = within(sheet.getByRole('radiogroup', { name: /work together again/ })).getAllByRole('radio')
  yes?.focus()
  await user.keyboard(' ')
  fill(sheet.getByLabelText('In words (optional)'), 'A fine map.')
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  const again = await open(name, 'Review Ana Field')
  expect(again.getByDisplayValue('A fine map.')).toBeTruthy()
  expect(again.getByRole<HTMLInputElement>('radio', { name: 'Yes' }).checked).toBe(true)
  expect(again.getByRole('radiogroup', { name: /How good was the work/ })).toBeTruthy()
})

test('[RATE-05] one’s own review is changed until both are read; one of a colleague is only named', async () => {
  host.on('ratings.change', ok({ data: {} }))
  const given = {
    id: idOf(5),
    again: 'yes' as const,
    clear: 5,
    quality: null,
    fair: 4,
    onTime: 3,
    text: '',
    isOwn: true,
  }
  const other = due({ id: idOf(6), side: 'payer', worker: ana, isGiven: true, given: { ...given, isOwn: false } })
  show([due({ isGiven: true, given }), other])
  expect(await screen.findByText(/^Ana Field in Harbour map: your side has given it/)).toBeTruthy()
  expect(screen.getAllByRole('button')).toHaveLength(1)
  const sheet = await open('Change the review of Harbour map', 'Review Harbour map')
  await choose(sheet, /keep their days/, '2')
  await user.click(sheet.getByRole('button', { name: 'Change the review' }))
  const body = { again: 'yes', clear: 5, fair: 4, onTime: 2, text: '' }
  await waitFor(() => expect(host.called('ratings.change')[0]?.input).toEqual({ params: { id: idOf(5) }, body }))
})

test('reviews that cannot be loaded are named, and Retry reads them', async () => {
  show([])
  host.on('ratings.own', failedReply(500, 'INTERNAL'))
  const retry = await screen.findByRole('button', { name: 'Retry' })
  host.on('ratings.own', ok({ data: [due()] }))
  await user.click(retry)
  expect(await screen.findByRole('button', { name: 'Give a review of Harbour map' })).toBeTruthy()
})

test('[CAP-02] a server without reviews is asked for none', async () => {
  listed = []
  show([due()])
  await host.quiet()
  expect(host.called('ratings.own')).toEqual([])
  expect(screen.queryByRole('region', { name: 'Reviews' })).toBeNull()
})
