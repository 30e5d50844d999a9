import { execFileSync } from 'node:child_process'
import { createReadStream, existsSync, readdirSync, readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { extname, join } from 'node:path'
import { brand } from '#shared/brand.ts'
import { startServerProcess } from '#support/server-process.ts'
import { demo, expect, test } from '../fixtures.ts'

// Here it matters what the browser has to load.
test.use({ profile: 'new' })

test('[WEB-01] the web build carries nothing of Electron', () => {
  const scripts = readdirSync('out/web/assets').filter((name) => name.endsWith('.js'))
  expect(scripts.length).toBeGreaterThan(5)
  for (const name of scripts) {
    const text = readFileSync(join('out/web/assets', name), 'utf8')
    expect(text, name).not.toMatch(/ipcRenderer|require\(["']electron["']\)|window\.guildhall/)
  }
})

test('[WEB-02] the web build has the same screens as the desktop app', () => {
  // Each screen is a file of its own in both builds; the specs in tests/e2e run in both.
  const screensIn = (folder: string) =>
    readdirSync(folder)
      .map((name) => /^(\w+Page)-[\w-]+\.js$/.exec(name)?.[1])
      .filter((name) => name !== undefined)
      .sort()
  expect(screensIn('out/web/assets').length).toBeGreaterThan(8)
  expect(screensIn('out/web/assets')).toEqual(screensIn('out/renderer/assets'))
})

test('[WEB-03] opening or reloading an address shows its screen', async ({ page, open, signIn, server }) => {
  const publicPages = [
    { path: '/', shows: page.getByRole('button', { name: 'Request Access' }).first() },
    { path: '/login', shows: page.getByRole('button', { name: 'Log in', exact: true }) },
    { path: '/register?email=a%40b.test', shows: page.getByRole('button', { name: 'Create Account' }) },
    {
      path: '/reset-password?token=x&email=a%40b.test',
      shows: page.getByRole('heading', { name: 'Invalid Reset Link' }),
    },
    { path: '/terms', shows: page.getByRole('heading', { name: /terms/i }).first() },
    { path: '/privacy', shows: page.getByRole('heading', { name: /privacy/i }).first() },
  ]
  const api = await server.api(demo.contributor)
  const { data } = await api.projects.openProjects({ query: {} })
  const [first] = data
  if (!first) throw new Error('the demo market is empty')
  const signedInPages = [
    { path: '/market?q=react', shows: page.getByRole('heading', { name: 'Available Jobs' }) },
    { path: `/project/${first.id}/dialog`, shows: page.getByRole('heading', { level: 1, name: first.title }) },
    { path: '/my-projects', shows: page.getByRole('heading', { level: 1, name: 'My Projects' }) },
  ]
  const check = async (pages: typeof publicPages) => {
    for (const { path, shows } of pages) {
      await open(path)
      await expect(shows, path).toBeVisible()
      await page.reload()
      await expect(shows, `${path} reloaded`).toBeVisible()
    }
  }
  await check(publicPages)
  await signIn(demo.contributor)
  await check(signedInPages)
})

type Walk = { as: keyof typeof demo; shows: (project: string) => Array<[address: string, title: string]> }
const walks: readonly Walk[] = [
  {
    as: 'contributor',
    shows: () => [
      ['/talent', 'Find Talent'],
      ['/pf/creator', 'Marta'],
      ['/creator-application', 'Become a creator'],
    ],
  },
  {
    as: 'creator',
    shows: (project) => [
      ['/owner-dashboard', 'Your projects'],
      ...['Home', 'Tasks', 'Files', 'Manage Collaborators', 'Settings'].map((label, tab): [string, string] => [
        `/project/${project}/${['overview', 'tasks', 'files', 'collaborators', 'settings'][tab] ?? ''}`,
        label,
      ]),
      [`/collaborator-management/${project}`, 'Manage Collaborators'],
    ],
  },
  { as: 'admin', shows: () => [['/founder/admin', 'Administration']] },
]
for (const { as, shows } of walks)
  test(`[WEB-03] what ${as} opens or reloads by its address is the screen of that address`, async ({
    page,
    openAs,
    open,
    server,
  }) => {
    const { data } = await (await server.api(demo.creator)).projects.owned({ query: {} })
    const addresses = shows(data[0]?.id ?? '')
    await openAs(demo[as], addresses[0]?.[0] ?? '/')
    for (const [address, title] of addresses) {
      await open(address)
      const isShown = async () => {
        await expect(page, address).toHaveTitle(new RegExp(`^${title}.*· ${brand.name}$`))
        await expect(page.getByRole('heading', { level: 1 }).first(), address).toBeVisible()
        expect(new URL(page.url()).pathname).toBe(address)
      }
      await isShown()
      await page.reload()
      await isShown()
    }
  })

test('[WEB-03] the page asks for the code of the screen at its address before other code runs, if the person may see that screen', async ({
  page,
  enter,
  network,
}) => {
  await page.route(/\/assets\/(packages|start)-[^/]+\.js$/, (route) => route.abort())
  const asked = async (path: string) => {
    await page.goto(network.origin + path)
    const names = await page
      .locator('link[rel=modulepreload]')
      .evaluateAll((links) =>
        links.map((link) => (link as HTMLLinkElement).href.replace(/.*\/(.+)-[\w-]{8}\.js$/, '$1')),
      )
    return names.filter((name) => /Page$|^(frame|client)$/.test(name)).sort()
  }
  expect(await asked('/market')).toEqual([])
  expect(await asked('/login')).toEqual(['LoginPage'])
  await enter(demo.contributor)
  expect(await asked('/market?q=react')).toEqual(['MarketPage', 'client', 'frame'])
  expect(await asked('/talent')).toEqual(['TalentPage', 'client', 'frame'])
  expect(await asked('/login')).toEqual([])
})

test('a board is asked for before any code of the app has arrived, and the app takes that answer', async ({
  page,
  openAs,
  open,
  server,
  network,
}) => {
  const { data } = await (await server.api(demo.creator)).projects.owned({ query: {} })
  const id = data[0]?.id ?? ''
  const reads = [`/api/projects/${id}`, `/api/projects/${id}/user-details`, `/api/user-tasks/by-project/${id}`]
  await openAs(demo.creator, '/owner-dashboard')
  const asked: string[] = []
  const changedAgo: Record<string, number> = {}
  page.on('request', (request) => {
    const path = new URL(request.url()).pathname
    asked.push(path)
    changedAgo[path] = Number(request.headers()['x-guildhall-changed'])
  })
  const askedFor = (path: string) => asked.filter((one) => one === path).length
  const holdCode = /\/assets\/(packages|start)-[^/]+\.js$/
  await page.route(holdCode, (route) => route.abort())
  // Something has changed just now: that is asked for, too.
  await page.evaluate(() => localStorage.setItem('changedAt', String(Date.now())))
  await page.goto(`${network.origin}/project/${id}/tasks`)
  await expect.poll(() => reads.map(askedFor)).toEqual([1, 1, 1])
  for (const path of reads) expect(changedAgo[path], path).toBeLessThan(5_000)

  await page.unroute(holdCode)
  asked.length = 0
  await open(`/project/${id}/tasks`)
  await expect(page.locator('[data-card]').first()).toBeVisible()
  // The board is read once more when the stream of changes has begun, so that no change in between is missed.
  expect(reads.slice(0, 2).map(askedFor)).toEqual([1, 1])
})

test('[WEB-04][WIRE-02] the web build calls <server origin>/api directly, with the token from local storage', async ({
  page,
  signIn,
  network,
}) => {
  await signIn(demo.contributor)
  const token = await page.evaluate(() => localStorage.getItem('accessToken'))
  expect(token).toMatch(/^[\w-]+\.[\w-]+\.[\w-]+$/)
  network.forget()
  await page.goto(`${network.origin}/market`)
  await expect(page.getByRole('article').first()).toBeVisible()
  const call = network.seen().find(({ path }) => path.startsWith('/api/users/open-projects'))
  expect(call?.authorization).toBe(`Bearer ${token}`)
})

test('opening screens, as a visitor and signed in, does nothing that the content security policy forbids', async ({
  page,
  open,
  openAs,
}) => {
  const violations: string[] = []
  await page.exposeFunction('noteViolation', (text: string) => violations.push(text))
  await page.addInitScript(() =>
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sourceFile }) => {
      const { noteViolation } = window as unknown as { noteViolation: (text: string) => void }
      noteViolation(`${violatedDirective}: ${blockedURI} in ${sourceFile}`)
    }),
  )
  await open('/login')
  await expect(page.getByText('creator@guildhall.test')).toBeVisible()
  await openAs(demo.contributor, '/market')
  await expect(page.getByRole('article').first()).toBeVisible()
  expect(violations).toEqual([])
})

test('[WEB-07][WIRE-54] a web build made for another server calls that one', async ({ page }) => {
  test.setTimeout(120_000)
  const folder = await mkdtemp(join(tmpdir(), 'guildhall-web-'))
  // The page comes from a plain host of static files, which answers unknown addresses with the app.
  const host = createServer((request, response) => {
    const wanted = join(folder, new URL(request.url ?? '/', 'http://host').pathname)
    const file = extname(wanted) && existsSync(wanted) ? wanted : join(folder, 'index.html')
    const types: Record<string, string> = { '.js': 'text/javascript', '.css': 'text/css', '.svg': 'image/svg+xml' }
    response.setHeader('content-type', types[extname(file)] ?? 'text/html')
    createReadStream(file).pipe(response)
  })
  await new Promise<void>((resolve) => host.listen(0, '127.0.0.1', resolve))
  const origin = `http://127.0.0.1:${(host.address() as AddressInfo).port}`
  const server = await startServerProcess(['--allowed-origins', origin])
  try {
    const vite = ['node_modules/vite/bin/vite.js', 'build', '-c', 'vite.web.config.ts', '--logLevel', 'error']
    execFileSync(process.execPath, [...vite, '--outDir', folder], {
      env: { ...process.env, NODE_ENV: 'production', VITE_SERVER_URL: server.origin },
    })
    const called: string[] = []
    page.on('request', (request) => called.push(request.url()))
    await page.goto(`${origin}/login`)
    await page.getByLabel('Email').fill(demo.contributor.email)
    await page.getByLabel('Password', { exact: true }).fill(demo.contributor.password)
    await page.getByRole('button', { name: 'Log in', exact: true }).click()
    await expect(page).toHaveURL(/\/(market|my-projects)$/)
    expect(called.some((url) => url.startsWith(`${server.origin}/api/users/login`))).toBe(true)
    expect(called.some((url) => url.startsWith(`${origin}/api`))).toBe(false)
  } finally {
    await server.stop()
    host.close()
    host.closeAllConnections()
    await rm(folder, { recursive: true, force: true })
  }
})
