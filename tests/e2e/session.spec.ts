import { demo, expect, test } from './fixtures.ts'

const unauthorized = { status: 401, body: { message: 'Please log in.', code: 'NOT_AUTHENTICATED' } }

test('[SESS-09][SESS-10][SESS-13] an anonymous visitor is sent to /, and after login to the wanted address, once', async ({
  page,
  open,
  signIn,
}) => {
  await open('/talent?page=2')
  await expect(page.getByRole('button', { name: 'Request Access' })).toBeVisible()
  await signIn(demo.contributor)
  await expect(page).toHaveURL(/\/talent\?page=2$/)
  await open('/dashboard')
  await expect(page).not.toHaveURL(/\/(talent|dashboard)/)
})

test('[SESS-11][SESS-12] /login sends a signed-in person on; /dashboard is passed through', async ({
  page,
  open,
  signIn,
}) => {
  await signIn(demo.creator)
  for (const path of ['/login', '/register', '/reset-password?token=t&email=a%40b.test', '/dashboard']) {
    await open(path)
    await expect(page).toHaveURL(/\/owner-dashboard$/)
  }
})

test('[SESS-01][SESS-02] a signed-in browser keeps tokens and user ID; the page of the desktop app keeps no token at all', async ({
  page,
  signIn,
  platformKind,
}) => {
  await signIn(demo.contributor)
  await expect(page.getByRole('button', { name: 'Profile menu of Tom Okafor' })).toBeVisible()
  const kept = await page.evaluate(() => ({ local: { ...localStorage }, session: { ...sessionStorage } }))
  expect(Object.keys(kept.session)).toEqual(
    expect.arrayContaining(['loginTime', 'userType', 'username', 'landingPageCache', 'lastUserTypeChange']),
  )
  const cache = JSON.parse(String(kept.session.landingPageCache)) as Record<string, unknown>
  expect(Object.keys(cache).sort()).toEqual(['path', 'timestamp'])
  expect(cache.path).toMatch(/^\//)
  expect(typeof cache.timestamp).toBe('number')
  const tokens = ['accessToken', 'refreshToken', 'userID'].filter((key) => key in kept.local)
  expect(tokens).toEqual(platformKind === 'web' ? ['accessToken', 'refreshToken', 'userID'] : [])
})

test('[SESS-25][SESS-26] one refresh follows a 401, and the screen shows no error', async ({
  page,
  openAs,
  open,
  network,
  platformKind,
}) => {
  await openAs(demo.contributor, '/my-projects')
  await expect(page.getByRole('button', { name: 'Profile menu of Tom Okafor' })).toBeVisible()
  const authorization = network.seen().findLast((call) => call.authorization)?.authorization ?? ''
  // The page that is left asks for nothing any more, so that every refresh is the next page's: a browser leaves it first; the window
  // of the desktop app has no other page, so that everything which opens late must have been asked for.
  if (platformKind === 'web') await page.goto('about:blank')
  else {
    await expect.poll(() => network.seen().some(({ path }) => path.includes('events/stream'))).toBe(true)
    await expect.poll(() => network.quietFor()).toBeGreaterThan(1_000)
  }
  network.fault({ path: /^\/api\/(?!users\/refresh-token)/, authorization, ...unauthorized })
  network.forget()
  // The refresh is held until another call has been refused, so that both wait for it.
  const isRefused = () =>
    network.seen().some((call) => call.path.includes('open-projects') && call.authorization === authorization)
  network.fault({ path: /refresh-token/, until: expect.poll(isRefused, { timeout: 60_000 }).toBe(true) })
  await open('/market')
  await expect(
    page
      .getByRole('button', { name: /view details/i })
      .or(page.getByRole('link', { name: /view details/i }))
      .first(),
  ).toBeVisible()
  expect(isRefused()).toBe(true)
  expect(network.seen().filter(({ path }) => path.includes('refresh-token'))).toHaveLength(1)
})
