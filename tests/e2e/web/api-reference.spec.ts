import { brand } from '#shared/brand.ts'
import { axeFindings } from '../axe.ts'
import { expect, test } from '../fixtures.ts'

// The reference has the server's own address, whose storage a kept page would not empty.
test.use({ profile: 'new' })

test('the API reference shows the calls within the policy of every page, asks no other host, and axe finds nothing', async ({
  page,
  server,
}) => {
  const elsewhere: string[] = []
  const said: string[] = []
  page.on('request', (request) => {
    if (!/^(data|blob):/.test(request.url()) && new URL(request.url()).origin !== server.origin)
      elsewhere.push(request.url())
  })
  page.on('console', (message) => void (message.type() === 'error' && said.push(message.text())))
  page.on('pageerror', (error) => said.push(error.message))
  // What the policy refuses is only an event here, and an error in Firefox's console.
  await page.addInitScript(() =>
    addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
      console.error(violatedDirective, blockedURI),
    ),
  )
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
  await page.goto(`${server.origin}/docs`)
  await expect(page.getByRole('heading', { level: 1, name: `${brand.name} API` })).toBeVisible()
  await expect(page.getByText('Accounts, signing in, codes, passwords and tokens.').first()).toBeVisible()
  await expect(page.getByText('/api/users/login').first()).toBeVisible()
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await expect(page.locator('body')).toHaveClass(new RegExp(`${colorScheme}-mode`))
    expect(await axeFindings(page), `in ${colorScheme}`).toEqual([])
  }
  expect(elsewhere).toEqual([])
  expect(said).toEqual([])
})
