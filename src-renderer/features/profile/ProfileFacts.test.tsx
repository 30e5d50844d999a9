import { cleanup, configure, screen, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import type { Profile } from '#shared/contract/index.ts'
import { host, ok } from '#support/fake-platform.ts'
import { renderRoutes } from '#support/render-routes.tsx'
import { profileFramedRoutes } from './routes.tsx'

configure({ asyncUtilTimeout: 15_000 })
afterEach(() => {
  cleanup()
  host.reset()
})

const grace: Profile = {
  id: '01890000-0000-7000-8000-000000000001',
  username: 'grace',
  name: 'Grace Field',
  headline: 'Finishes things',
  bio: '',
  tier: 'basic',
  reputation: 0,
  isOwner: false,
  skills: ['React'],
  links: ['https://example.org/grace', 'javascript:alert(1)'],
  hoursPerWeek: 12,
  projects: [],
}
const show = async (profile: Profile, capabilities = ['profile']) => {
  host.on('capabilities.list', ok({ data: capabilities }))
  host.on('people.profileByUsername', ok({ data: profile }))
  renderRoutes(profileFramedRoutes, '/pf/grace')
  await screen.findByRole('heading', { level: 1, name: 'Grace Field' })
  await host.quiet()
}

test('[SELF-05] headline, links and hours are on the profile; links open with rel noopener', async () => {
  await show(grace)
  expect(screen.getByText('Finishes things')).toBeTruthy()
  const links = within(screen.getByRole('region', { name: 'Links' })).getAllByRole('link')
  expect(links.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
    ['example.org/grace', 'https://example.org/grace'],
  ])
  expect(links[0]?.getAttribute('rel')).toContain('noopener')
  expect(screen.getByText('12 hours a week')).toBeTruthy()
})

test('[SELF-12] the owner, and nobody else, sees what is missing, on servers where it can be added', async () => {
  await show(grace)
  expect(screen.queryByText(/Only you see this/)).toBeNull()
  cleanup()
  await show({ ...grace, isOwner: true })
  expect((await screen.findByText(/Only you see this/)).textContent).toBe('Only you see this: add a picture and a bio.')
  expect(screen.getByRole('link', { name: 'Complete it' }).getAttribute('href')).toBe('/settings/profile')
  cleanup()
  await show({ ...grace, isOwner: true }, [])
  expect(screen.queryByText(/Only you see this/)).toBeNull()
})
