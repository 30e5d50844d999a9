import { act, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { failedReply } from '#shared/api-client/index.ts'
import type { OwnProfile } from '#shared/contract/index.ts'
import { host, ok } from '#support/fake-platform.ts'
import { fill, user } from '#support/quick-user.ts'
import { clearApp, renderApp } from '#support/render-app.tsx'

let profile: OwnProfile
const first: OwnProfile = {
  id: '01890000-0000-7000-8000-000000000001',
  username: 'ada',
  name: 'Ada Byron',
  headline: 'Engines',
  bio: 'Poems.',
  tier: 'basic',
  reputation: 0,
  isOwner: true,
  skills: ['React', 'Maps', 'Go'],
  links: [],
  hoursPerWeek: null,
  projects: [],
  email: 'ada@example.org',
  isAdministrator: false,
  isNew: false,
}
beforeEach(() => {
  profile = first
  host.userID = first.id
  host.on('users.username', ok({ data: { username: 'ada' } }))
  host.on('capabilities.list', ok({ data: ['profile', 'inbox'] }))
  host.on('users.profile', () => ok({ data: profile }))
  host.on('people.pictures', ok({ data: [] }))
  host.on('users.updateProfile', ({ input }) => ok({ data: (profile = { ...profile, ...(input.body as object) }) }))
})
afterEach(clearApp)

const open = async (query = '') => {
  const app = await renderApp(`/settings/profile${query}`)
  await screen.findByRole('textbox', { name: 'Headline' })
  return app
}
const save = () => user.click(screen.getByRole('button', { name: 'Save' }))
const sent = () => host.called('users.updateProfile').map(({ input }) => input.body)
const skills = () =>
  within(screen.getByRole('list', { name: 'Skills in their order' }))
    .getAllByRole('listitem')
    .map((item) => item.textContent)

test('[SELF-03] [SELF-13] what is too long is refused beside its field; what is saved is announced', async () => {
  await open()
  fill(screen.getByRole('textbox', { name: 'Headline' }), 'x'.repeat(121))
  await save()
  expect(await screen.findByText('A headline has at most 120 characters.')).toBeTruthy()
  expect(sent()).toEqual([])
  fill(screen.getByRole('textbox', { name: 'Headline' }), 'Analytical engines')
  fill(screen.getByRole('textbox', { name: 'Hours a week' }), '20')
  await save()
  expect(await screen.findByText('Profile saved')).toBeTruthy()
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Headline' }).value).toBe('Analytical engines')
  expect(sent()).toMatchObject([{ headline: 'Analytical engines', hoursPerWeek: 20, skills: first.skills }])
})

test('after a save the focus stays in the form, whose button is disabled', async () => {
  await open()
  fill(screen.getByRole('textbox', { name: 'Headline' }), 'Analytical engines')
  await save()
  await screen.findByText('Profile saved')
  await waitFor(() => expect(screen.getByRole('button', { name: 'Save' })).toHaveProperty('disabled', true))
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('form', { name: 'Profile' })))
})

test('[SELF-05] links are https, up to five', async () => {
  await open()
  for (let at = 1; at <= 5; at++) {
    await user.click(screen.getByRole('button', { name: 'Add a link' }))
    fill(
      screen.getByRole('textbox', { name: `Link ${at}` }),
      at === 2 ? 'http://example.org' : `https://a.example/${at}`,
    )
  }
  expect(screen.queryByRole('button', { name: 'Add a link' })).toBeNull()
  await save()
  expect(await screen.findByText('A link begins with https://.')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Remove link 2' }))
  await save()
  await waitFor(() => expect(sent()).toHaveLength(1))
  expect(sent()[0]).toMatchObject({ links: [1, 3, 4, 5].map((at) => `https://a.example/${at}`) })
})

test('[SELF-04] skills are suggested while typing, count once, and are removed', async () => {
  await open()
  const field = screen.getByRole('combobox', { name: 'Add a skill' })
  await user.type(field, 'typesc')
  await user.click(await screen.findByRole('option', { name: 'TypeScript' }))
  await user.type(field, 'react,Juggling{Enter}')
  expect(skills()).toEqual(['React', 'Maps', 'Go', 'TypeScript', 'Juggling'])
  await user.click(screen.getByRole('button', { name: 'Remove Maps' }))
  await save()
  await waitFor(() => expect(sent()).toMatchObject([{ skills: ['React', 'Go', 'TypeScript', 'Juggling'] }]))
})

test('[SELF-13] what is typed stays when saving fails, with Retry, and leaving asks first', async () => {
  const { router, path } = await open()
  host.on('users.updateProfile', failedReply(500, 'INTERNAL'))
  fill(screen.getByRole('textbox', { name: 'Bio' }), 'Poems and engines.')
  await save()
  expect(await screen.findByText('What you typed is still here.')).toBeTruthy()
  expect(screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Bio' }).value).toBe('Poems and engines.')
  act(() => void router.navigate('/settings/privacy'))
  await user.click(await screen.findByRole('button', { name: 'Keep editing' }))
  expect(path()).toBe('/settings/profile')
  host.on('users.updateProfile', ({ input }) => ok({ data: { ...profile, ...(input.body as object) } }))
  await user.click(await within(await screen.findByRole('main')).findByRole('button', { name: 'Retry' }))
  expect(await screen.findByText('Profile saved')).toBeTruthy()
})

test('[SELF-13] a profile that does not load says so, with Retry', async () => {
  host.on('users.profile', failedReply(500, 'INTERNAL'))
  await renderApp('/settings/profile')
  expect(await screen.findByText('Failed to load profile')).toBeTruthy()
  host.on('users.profile', ok({ data: first }))
  await user.click(within(screen.getByRole('main')).getByRole('button', { name: 'Retry' }))
  expect(await screen.findByRole('textbox', { name: 'Headline' })).toBeTruthy()
})

test('[SELF-11] a new account lands on its profile, which is noted at once, and can skip it', async () => {
  profile = { ...first, isNew: true }
  host.on('users.welcome', () => {
    profile = { ...profile, isNew: false }
    return ok({ data: { isFirst: true } })
  })
  host.on('users.details', ok({ data: { type: 'contributor' } }))
  host.on('users.projects', ok({ data: [] }))
  const { path } = await renderApp('/dashboard')
  expect(await screen.findByText('Say what you can do.')).toBeTruthy()
  expect(path()).toBe('/settings/profile?first')
  await waitFor(() => expect(host.called('users.welcome')).toHaveLength(1))
  await user.click(screen.getByRole('link', { name: 'Skip' }))
  await waitFor(() => expect(path()).toBe('/market'))
})

test('[ENTRY-21] first use asks for name, skills and hours, nothing else, and sends what was answered', async () => {
  profile = { ...first, name: 'ada', skills: [], isNew: true }
  host.on('users.welcome', ok({ data: { isFirst: true } }))
  host.on('users.details', ok({ data: { type: 'contributor' } }))
  host.on('users.projects', ok({ data: [] }))
  const { path } = await renderApp('/settings/profile?first')
  const form = within(await screen.findByRole('form', { name: 'Say what you can do' }))
  const asked = [...form.getAllByRole('textbox'), ...form.getAllByRole('combobox')]
  expect(asked.map((field) => (field as HTMLInputElement).labels?.[0]?.textContent)).toEqual([
    'Name',
    'Hours a week',
    'Add a skill',
  ])
  expect(screen.queryByRole('textbox', { name: 'Headline' })).toBeNull()
  expect(form.getByRole('link', { name: 'Post a project' }).getAttribute('href')).toBe('/creator-application')
  fill(form.getByRole('textbox', { name: 'Hours a week' }), 'many')
  await user.click(form.getByRole('button', { name: 'Save and go on' }))
  await waitFor(() => expect(form.getByRole('textbox', { name: 'Hours a week', description: /./ })).toBeTruthy())
  expect(sent()).toEqual([])
  fill(form.getByRole('textbox', { name: 'Hours a week' }), '12')
  profile = { ...profile, isNew: false }
  await user.click(form.getByRole('button', { name: 'Save and go on' }))
  await waitFor(() => expect(sent()).toEqual([{ hoursPerWeek: 12 }]))
  await waitFor(() => expect(path()).toBe('/market'))
})

test('[ENTRY-21] nothing answered changes nothing', async () => {
  profile = { ...first, name: 'ada', skills: [], isNew: true }
  host.on('users.welcome', ok({ data: { isFirst: true } }))
  host.on('users.details', ok({ data: { type: 'contributor' } }))
  host.on('users.projects', ok({ data: [] }))
  const { path } = await renderApp('/settings/profile?first')
  const form = within(await screen.findByRole('form', { name: 'Say what you can do' }))
  profile = { ...profile, isNew: false }
  await user.click(form.getByRole('button', { name: 'Save and go on' }))
  await waitFor(() => expect(path()).toBe('/market'))
  expect(sent()).toEqual([])
})

test('[SELF-07] a file of another type or of more than 2 MB is refused; another one is cropped', async () => {
  URL.createObjectURL = () => 'blob:picture'
  URL.revokeObjectURL = () => undefined
  await open()
  const chooser = screen.getByLabelText<HTMLInputElement>('Picture file')
  const choose = (file: File) => {
    Object.defineProperty(chooser, 'files', { value: [file], configurable: true })
    act(() => void chooser.dispatchEvent(new Event('change', { bubbles: true })))
  }
  Object.defineProperty(chooser, 'value', { value: '', writable: true })
  choose(new File(['<svg/>'], 'a.svg', { type: 'image/svg+xml' }))
  expect((await screen.findByRole('alert')).textContent).toBe('A picture is a PNG, a JPEG or a WebP.')
  choose(new File([new Uint8Array(2 * 1024 * 1024 + 1)], 'a.png', { type: 'image/png' }))
  expect((await screen.findByRole('alert')).textContent).toBe('A picture has at most 2 MB.')
  choose(new File(['x'], 'a.png', { type: 'image/png' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Crop your picture' }))
  expect(dialog.getByRole('slider', { name: 'Size' })).toBeTruthy()
  await user.click(dialog.getByRole('button', { name: 'Cancel' }))
})

test('[SELF-09] the picture shows wherever the person does, asked for once, and initials where it fails', async () => {
  host.on('people.pictures', ok({ data: [{ username: 'ada', picture: 'data:image/webp;base64,AAAA' }] }))
  await open()
  await waitFor(() => expect(document.querySelectorAll('img[src^="data:image/webp"]').length).toBeGreaterThan(0))
  expect(host.called('people.pictures')).toHaveLength(1)
  clearApp()
  host.userID = first.id
  host.on('users.username', ok({ data: { username: 'ada' } }))
  host.on('capabilities.list', ok({ data: ['profile'] }))
  host.on('users.profile', ok({ data: first }))
  host.on('people.pictures', failedReply(500, 'INTERNAL'))
  await open()
  expect(screen.getByText('AB')).toBeTruthy()
})
