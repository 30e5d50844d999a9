import { configure, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { failedReply } from '#shared/api-client/index.ts'
import type { Profile } from '#shared/contract/index.ts'
import type { Rating } from '#shared/contract/ratings.ts'
import { clearScreen } from '#support/clear-screen.ts'
import { host, ok } from '#support/fake-platform.ts'
import { idOf } from '#support/projects.ts'
import { fill, user } from '#support/quick-user.ts'
import { renderRoutes } from '#support/render-routes.tsx'
import { profileFramedRoutes } from './routes.tsx'

configure({ asyncUtilTimeout: 15_000 })
afterEach(clearScreen)

const grace: Profile = {
  ...{ id: idOf(1), username: 'grace', name: 'Grace Field', bio: '', tier: 'silver', reputation: 1250, isOwner: false },
  ...{ skills: [], projects: [] },
}
const rating = (n: number, extra: Partial<Rating> = {}): Rating => ({
  ...{ id: idOf(n), side: 'payer', author: { username: 'marta', name: 'Marta Lind' }, again: 'yes', clear: 5 },
  ...{ quality: 4, fair: null, onTime: 5, text: `Words ${n}`, givenAt: '2026-12-01T12:00:00.000Z', answer: null },
  ...{
    isHidden: false,
    isAnswerHidden: false,
    isOwnAnswer: false,
    mayAnswer: false,
    project: { id: idOf(50), title: 'Harbour map' },
  },
  ...extra,
})
const page = (data: Rating[], at = 1, totalPages = 1, averages: object = { worker: null, payer: null }) =>
  ok({ data, averages, pagination: { page: at, limit: 5, total: 5 * totalPages, totalPages }, message: '' })
const show = (profile: Profile = grace, capabilities = ['ratings']) => {
  host.on('capabilities.list', ok({ data: capabilities }))
  host.on('people.profileByUsername', ok({ data: profile }))
  renderRoutes(profileFramedRoutes, '/pf/grace')
}
const box = async () => within(await screen.findByRole('region', { name: 'Work and reviews' }))

test('[RATE-13] the box has averages and reviews at the place of the placeholder; more come by a press', async () => {
  const worker = { pairs: 4, again: 0.75, clear: 4.5, quality: 4.25, fair: null, onTime: 5 }
  host.on(
    'ratings.ofPerson',
    page([rating(11), rating(12, { author: null, project: null, text: '' })], 1, 2, { worker, payer: null }),
  )
  show()
  const reviews = await box()
  expect(await reviews.findByText('Words 11')).toBeTruthy()
  expect(reviews.getByText(/75% again, from 4 creators/).textContent).toBe(
    'Their work: Clear 4.5 · Quality 4.3 · On time 5 · 75% again, from 4 creators',
  )
  expect(reviews.getByRole('link', { name: 'Marta Lind' })).toBeTruthy()
  expect(reviews.getByText('Former member')).toBeTruthy()
  expect(reviews.queryByRole('button', { name: 'Answer' })).toBeNull()
  host.on('ratings.ofPerson', page([rating(13)], 2, 2))
  await user.click(reviews.getByRole('button', { name: 'Show more reviews' }))
  expect(await reviews.findByText('Words 13')).toBeTruthy()
  expect(reviews.queryByRole('button', { name: 'Show more reviews' })).toBeNull()
  expect(screen.queryByRole('region', { name: 'Portfolio' })).toBeNull()
})

test('[RATE-13] nothing yet and an error are said; a server without reviews keeps the placeholder', async () => {
  host.on('ratings.ofPerson', failedReply(500, 'INTERNAL'))
  show()
  const reviews = await box()
  const retry = await reviews.findByRole('button', { name: 'Retry' })
  host.on('ratings.ofPerson', page([]))
  await user.click(retry)
  expect(await reviews.findByText('No reviews yet.')).toBeTruthy()
  clearScreen()
  show(grace, ['profile'])
  expect(await screen.findByRole('region', { name: 'Portfolio' })).toBeTruthy()
  await host.quiet()
  expect(host.called('ratings.ofPerson')).toEqual([])
})

test('[REPORT-04] a review and its answer are reported apart, and nobody reports what is theirs or hidden', async () => {
  const reviews = [
    rating(11, { answer: 'You lie.' }),
    rating(12, { answer: 'Hidden by the administrators', isAnswerHidden: true }),
    rating(13, { answer: 'Hidden by the administrators', isHidden: true }),
    rating(14, { answer: 'You are right.', isOwnAnswer: true }),
  ]
  const showAs = (username: string, profile: Profile) => {
    host.userID = idOf(9)
    host.on('users.username', ok({ data: { username } }))
    host.on('ratings.ofPerson', page(reviews))
    show(profile, ['ratings', 'reports'])
  }
  showAs('marta', grace)
  const shown = await box()
  await user.click(await shown.findByRole('button', { name: 'Report the answer' }))
  // Marta wrote the reviews.
  expect(shown.queryByRole('button', { name: 'Report the rating' })).toBeNull()
  const dialog = within(await screen.findByRole('dialog', { name: 'Report this answer' }))
  await user.click(dialog.getByRole('radio', { name: 'Abuse' }))
  host.on('reports.create', failedReply(500, 'INTERNAL'))
  await user.click(dialog.getByRole('button', { name: 'Report' }))
  await waitFor(() =>
    expect(host.called('reports.create')[0]?.input).toEqual({
      body: { kind: 'rating', id: idOf(11), part: 'answer', reason: 'abuse', text: '' },
    }),
  )
  clearScreen()
  showAs('grace', { ...grace, isOwner: true })
  await (await box()).findAllByRole('button', { name: 'Report the rating' })
  expect(screen.queryByRole('button', { name: 'Report the answer' })).toBeNull()
})

test('[RATE-09] an admin of the project answers the review on its creator’s profile', async () => {
  host.on('ratings.ofPerson', page([rating(11, { mayAnswer: true }), rating(12)]))
  show()
  expect(await (await box()).findAllByRole('button', { name: 'Answer' })).toHaveLength(1)
})

test('[RATE-09] the rated person answers once; a refusal keeps the text', async () => {
  host.on('ratings.ofPerson', page([rating(11), rating(12, { answer: 'Thank you.' })]))
  host.on('ratings.answer', failedReply(409, 'CONFLICT', 'This review was answered.'))
  show({ ...grace, isOwner: true })
  const reviews = await box()
  await user.click(await reviews.findByRole('button', { name: 'Answer' }))
  fill(reviews.getByLabelText('Your answer, once'), 'The wind was.')
  await user.click(reviews.getByRole('button', { name: 'Send the answer' }))
  expect(await reviews.findByText('This review was answered.')).toBeTruthy()
  expect(reviews.getByDisplayValue('The wind was.')).toBeTruthy()
  await waitFor(() =>
    expect(host.called('ratings.answer').map(({ input }) => input)).toEqual([
      { params: { id: idOf(11) }, body: { text: 'The wind was.' } },
    ]),
  )
})
