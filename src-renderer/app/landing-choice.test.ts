import { expect, test, vi } from 'vitest'
import { chooseLanding, isOwnPath, LANDING_CACHE_MS, type LandingSources } from './landing-choice.ts'

const NOW = 1_800_000_000_000
const member = { role: 'member', isApproved: true }
const sources = (given: Partial<LandingSources> = {}): LandingSources => ({
  takeRedirect: () => null,
  cached: () => null,
  storedUserType: () => null,
  userDetailsType: () => Promise.resolve('contributor'),
  projects: () => Promise.resolve([]),
  hasActiveProjects: () => Promise.reject(new Error('not asked')),
  now: () => NOW,
  ...given,
})
const landing = async (given: Partial<LandingSources>) => (await chooseLanding(sources(given))).path
const fails = () => Promise.reject(new Error('no'))

test('[SESS-13] a saved redirect URL comes before everything else', async () => {
  const cached = () => ({ path: '/market', timestamp: NOW })
  expect(await landing({ takeRedirect: () => '/project/1/dialog?a=b', cached, storedUserType: () => 'creator' })).toBe(
    '/project/1/dialog?a=b',
  )
})

test.each(['//evil.test', 'https://evil.test', '/\\evil.test', '/login', '/dashboard'])(
  '[SESS-13] the saved address %s is no redirect of ours and is passed over',
  async (redirect) => {
    expect(isOwnPath(redirect)).toBe(false)
    expect(await landing({ takeRedirect: () => redirect })).toBe('/market')
  },
)

test('[SESS-14] a cached landing path younger than 120 seconds is used, an older one is not', async () => {
  expect(LANDING_CACHE_MS).toBe(120_000)
  const cachedFor = (age: number) => ({ cached: () => ({ path: '/my-projects', timestamp: NOW - age }) })
  expect(await landing({ ...cachedFor(119_999), storedUserType: () => 'creator' })).toBe('/my-projects')
  expect(await landing(cachedFor(120_000))).toBe('/market')
})

test('[SESS-15] a stored type of creator leads to the owner dashboard without a call', async () => {
  const userDetailsType = vi.fn(fails)
  expect(await landing({ storedUserType: () => 'creator', userDetailsType })).toBe('/owner-dashboard')
  expect(userDetailsType).not.toHaveBeenCalled()
})

test.each(['creator', 'Creator', 'CREATOR'])(
  '[SESS-16][SESS-40] the type %s in the user details leads to the owner dashboard',
  async (type) => {
    expect(await landing({ userDetailsType: () => Promise.resolve(type), projects: fails })).toBe('/owner-dashboard')
  },
)

test.each(['member', 'admin', 'Admin'])(
  '[SESS-17] an approved project with the role %s leads to My Projects',
  async (role) => {
    const projects = () =>
      Promise.resolve([
        { role: 'owner', isApproved: true },
        { role, isApproved: true },
      ])
    expect(await landing({ projects })).toBe('/my-projects')
  },
)

test.each([
  ['none', []],
  ['only owned ones', [{ role: 'owner', isApproved: true }]],
  ['only unapproved ones', [{ ...member, isApproved: false }]],
  ['one without a role', [{ role: null, isApproved: true }]],
])('[SESS-18] a projects list with %s leads to the market', async (_, list) => {
  expect(await landing({ projects: () => Promise.resolve(list) })).toBe('/market')
})

test.each([
  [true, '/my-projects'],
  [false, '/market'],
])('[SESS-19] when the list fails, has-active-projects %s leads to %s', async (has, path) => {
  expect(await landing({ projects: fails, hasActiveProjects: () => Promise.resolve(has) })).toBe(path)
})

test('[SESS-20] any other failed call leads to the market', async () => {
  expect(await landing({ projects: fails, hasActiveProjects: fails })).toBe('/market')
  expect(await landing({ userDetailsType: fails, projects: () => Promise.resolve([member]) })).toBe('/market')
})

test('[WORK-06] whoever signs in, with whatever there is, lands where they did before My Work, and never there', async () => {
  const reached = new Set<string>()
  for (const storedUserType of [null, 'creator', 'contributor'])
    for (const projects of [() => Promise.resolve([]), () => Promise.resolve([member]), fails])
      for (const hasActiveProjects of [() => Promise.resolve(true), () => Promise.resolve(false), fails])
        for (const userDetailsType of [() => Promise.resolve('creator'), () => Promise.resolve('contributor'), fails])
          reached.add(
            await landing({ storedUserType: () => storedUserType, projects, hasActiveProjects, userDetailsType }),
          )
  expect([...reached].toSorted()).toEqual(['/market', '/my-projects', '/owner-dashboard'])
})
