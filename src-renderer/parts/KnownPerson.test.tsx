import { screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { failedReply } from '#shared/api-client/index.ts'
import type { KnownPerson as Known } from '#shared/contract/known-people.ts'
import { clearScreen } from '#support/clear-screen.ts'
import { host, ok } from '#support/fake-platform.ts'
import { idOf } from '#support/projects.ts'
import { user } from '#support/quick-user.ts'
import { renderRoutes } from '#support/render-routes.tsx'
import { useConfirmStore } from '#lib/confirm.ts'
import { KnownPerson } from './KnownPerson.tsx'

const projectID = idOf(1)
const person = { userID: idOf(7), name: 'Ana Bell' }
let marks: Known[] = []
const markAs = (mark: Known['mark']) => () => {
  marks = [{ userID: person.userID, username: 'ana', name: person.name, mark, markedAt: '2026-01-05T10:00:00.000Z' }]
  return ok({ message: 'Saved.' })
}
const unmark = () => {
  marks = []
  return ok({ message: 'Saved.' })
}
beforeEach(() => {
  marks = []
  host.on('knownPeople.list', () => ok({ data: marks }))
  host.on('knownPeople.vouch', markAs('vouched'))
  host.on('knownPeople.block', markAs('blocked'))
  host.on('knownPeople.takeVouch', unmark)
  host.on('knownPeople.unblock', unmark)
})
afterEach(clearScreen)

const open = () => renderRoutes([{ path: '/', element: <KnownPerson projectID={projectID} person={person} /> }], '/')
const press = async (name: string) => user.click(await screen.findByRole('button', { name }))
const answer = async (choice: 'confirmed' | 'cancelled') => {
  await waitFor(() => expect(useConfirmStore.getState().question?.title).toBe('Block Ana Bell?'))
  useConfirmStore.getState().answer(choice)
}

test('[CLAIM-46] a person is vouched for, and that is taken back', async () => {
  open()
  await press('Vouch')
  expect(await screen.findByText(/^The project vouches for them/)).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Vouch' })).toBeNull()
  await press('Stop vouching')
  await screen.findByRole('button', { name: 'Vouch' })
  const params = { id: projectID, userID: person.userID }
  expect(host.called('knownPeople.vouch').map(({ input }) => input.params)).toEqual([params])
  expect(host.called('knownPeople.takeVouch').map(({ input }) => input.params)).toEqual([params])
})

test('a question that is cancelled blocks nobody', async () => {
  open()
  await press('Block')
  await answer('cancelled')
  await host.quiet()
  expect(host.called('knownPeople.block')).toEqual([])
  expect(screen.getByRole('button', { name: 'Block' })).toBeTruthy()
})

test('[CLAIM-46] blocking asks first and ends a vouch; Unblock takes it back', async () => {
  markAs('vouched')()
  open()
  await press('Block')
  await answer('confirmed')
  expect(await screen.findByText(/^Blocked: they can neither apply/)).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Stop vouching' })).toBeNull()
  await press('Unblock')
  await screen.findByRole('button', { name: 'Block' })
})

test('a refusal is shown, and what could not be loaded is asked for again', async () => {
  host.on('knownPeople.list', failedReply(403, 'FORBIDDEN', 'Only owners and admins of the project may do that.'))
  open()
  await screen.findByText('Only owners and admins of the project may do that.')
  host.on('knownPeople.list', () => ok({ data: marks }))
  await press('Retry')
  const said = 'A member of the project cannot be blocked. Remove them first.'
  host.on('knownPeople.block', failedReply(409, 'CONFLICT', said))
  await press('Block')
  await answer('confirmed')
  expect(await screen.findByText(said)).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Block' })).toBeTruthy()
})
