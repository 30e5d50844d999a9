import { cleanup, configure, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { failedReply } from '#shared/api-client/index.ts'
import { user } from '#support/quick-user.ts'
import { host, ok } from '#support/fake-platform.ts'
import { renderRoutes } from '#support/render-routes.tsx'
import { profileFramedRoutes } from './routes.tsx'

configure({ asyncUtilTimeout: 15_000 })

const me = {
  id: '01890000-0000-7000-8000-000000000001',
  username: 'grace',
  name: 'Grace Field',
  bio: 'Finishes things.',
  tier: 'basic',
  reputation: 0,
  isOwner: true,
  skills: [],
  projects: [],
}
beforeEach(() => {
  host.userID = me.id
  host.on('people.profileByUsername', ok({ data: me }))
})
afterEach(() => {
  cleanup()
  host.reset()
})

const edit = async () => {
  const router = renderRoutes(profileFramedRoutes, '/pf/grace')
  await user.click(await screen.findByRole('button', { name: 'Edit' }))
  return { router, field: screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Your bio' }) }
}
const sent = () => host.called('users.updateBio').map(({ input }) => input.body)

test("[PROF-04] the owner edits with 'Save'; the new bio is shown and 'Edit' has the focus again", async () => {
  host.on('users.updateBio', ok({ data: { bio: 'Starts things.' } }))
  const { field } = await edit()
  expect(document.activeElement).toBe(field)
  await user.clear(field)
  await user.type(field, 'Starts things.')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('Starts things.')).toBeTruthy()
  expect(sent()).toEqual([{ bio: 'Starts things.' }])
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Edit' })))
})

test("[PROF-04] 'Cancel' leaves the bio as it was and sends nothing", async () => {
  const { field } = await edit()
  await user.type(field, ' And more.')
  await user.click(screen.getByRole('button', { name: 'Cancel' }))
  expect(await screen.findByText('Finishes things.')).toBeTruthy()
  expect(sent()).toEqual([])
})

test("[PROF-04] nobody else sees 'Edit'", async () => {
  host.on('people.profileByUsername', ok({ data: { ...me, isOwner: false } }))
  renderRoutes(profileFramedRoutes, '/pf/grace')
  await screen.findByText('Finishes things.')
  expect(screen.queryByRole('button', { name: 'Edit' })).toBeNull()
})

test('[PROF-05] a bio ends at 400 characters, and a counter shows its length', async () => {
  const { field } = await edit()
  expect(screen.getByText('16 / 400')).toBeTruthy()
  await user.clear(field)
  await user.click(field)
  await user.paste('x'.repeat(450))
  expect(field.value).toHaveLength(400)
  expect(screen.getByText('400 / 400')).toBeTruthy()
})

test("[PROF-17] a failed save shows 'Failed to update bio' and keeps the typed text; a second try saves it", async () => {
  host.on('users.updateBio', failedReply(500, 'INTERNAL'))
  const { field } = await edit()
  await user.clear(field)
  await user.type(field, 'Starts things.')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  expect((await screen.findByRole('alert')).textContent).toContain('Failed to update bio')
  expect(field.value).toBe('Starts things.')
  host.on('users.updateBio', ok({ data: { bio: 'Starts things.' } }))
  await user.click(screen.getByRole('button', { name: 'Save' }))
  expect(await screen.findByRole('button', { name: 'Edit' })).toBeTruthy()
  expect(screen.queryByText('Failed to update bio')).toBeNull()
})

test('leaving with an unsaved bio asks; the person can stay or leave', async () => {
  const { router, field } = await edit()
  await user.type(field, ' And more.')
  void router.navigate('/market')
  await user.click(await screen.findByRole('button', { name: 'Keep editing' }))
  expect(router.state.location.pathname).toBe('/pf/grace')
  expect(field.value).toBe('Finishes things. And more.')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  void router.navigate('/market')
  await user.click(await screen.findByRole('button', { name: 'Discard' }))
  expect(await screen.findByText('Elsewhere')).toBeTruthy()
})
