// oxlint-disable no-undef -- what evaluate is given runs in the page
// In Chromium: what hostile comments, a page of another origin, and the next person at the same computer make of the app.
import http from 'node:http'
import { chromium } from '@playwright/test'
import { chromiumFlags, chromiumPath } from '../support/chromium.ts'
import { attack, begin, end, key, PASSWORD } from './lib.mjs'

const { base, call, creator, project, task } = await begin()
const owner = await creator()
const id = await project(owner)
const texts = [
  ...[
    '<img src=x onerror=alert(1)>',
    '<script>alert(2)</script>',
    '[x](javascript:alert(3))',
    '[x](JaVaScRiPt:alert(4))',
  ],
  ...['[x](data:text/html,<script>alert(5)</script>)', '![i](https://evil.example/i.png)', '<svg/onload=alert(6)>'],
  ...[
    '[x](https://evil.example/a"onmouseover=alert(7))',
    '<https://evil.example/auto>',
    '[x]: javascript:alert(8)\n\n[x]',
  ],
  ...[
    '[a](vbscript:x) [b](//evil.example) [c](/\\evil.example) [e](file:///etc/passwd)',
    '[^1]\n\n[^1]: <img src=x onerror=alert(9)>',
  ],
  ...[
    '| a |\n|---|\n| <img src=x onerror=alert(10)> |',
    '[x](\u0001javascript:alert(11))',
    '[x](java\nscript:alert(12))',
  ],
  ...[
    '[click](https://user:pw@evil.example/)',
    '>'.repeat(3_000),
    '['.repeat(5_000),
    '*'.repeat(6_000),
    '- '.repeat(3_000),
  ],
]
const work = await task(owner, id, {
  title: '<img src=x onerror=alert(20)>',
  description: texts.slice(0, 15).join('\n\n'),
})
for (const body of texts) await call('POST', `/user-tasks/${work.id}/comments`, owner, { body, idempotencyKey: key() })

const browser = await chromium.launch({ executablePath: chromiumPath(), args: chromiumFlags })
const context = await browser.newContext()
const page = await context.newPage()
page.setDefaultTimeout(20_000)
const [foreign, dialogs] = [[], []]
context.on('request', (request) => {
  const url = request.url()
  if (!url.startsWith(base) && !/^(data|blob):/.test(url)) foreign.push(url)
})
page.on('dialog', (dialog) => {
  dialogs.push(dialog.message())
  void dialog.dismiss()
})
await attack('the reference of the API asks no other host, and runs no script that somebody puts into it', async () => {
  await page.goto(`${base}/docs`)
  await page.waitForTimeout(2_500)
  const inline = await page.evaluate(async () => {
    const script = document.createElement('script')
    script.textContent = 'window.wasRun = true'
    document.body.append(script)
    const sent = await fetch('https://evil.example/x').then(
      () => 'a request left',
      () => '',
    )
    return [globalThis.wasRun ? 'a script ran' : '', sent]
  })
  return [...foreign.filter((url) => !url.includes('evil.example/x')), ...inline]
})
await attack('hostile comments run nothing, load nothing and lead nowhere by another scheme', async () => {
  foreign.length = 0
  await page.goto(`${base}/login`)
  await page.getByRole('textbox').first().fill(owner.email)
  await page.locator('input[type=password]').fill(PASSWORD)
  await page.keyboard.press('Enter')
  await page.waitForURL((url) => !url.pathname.startsWith('/login'))
  await page.goto(`${base}/project/${id}/tasks/${work.taskId}`)
  await page.locator('a[href*="evil.example/auto"]').first().waitFor()
  await page.waitForTimeout(1_500)
  const links = await page.evaluate(() => [...document.querySelectorAll('a[href]')].map((link) => link.href))
  const images = await page.evaluate(() =>
    [...document.images].map(({ src }) => src).filter((src) => src.includes('evil')),
  )
  const odd = links.filter((href) => !/^(https?|mailto):/.test(href) || href.includes('user:pw@'))
  return [
    ...dialogs,
    ...foreign,
    ...images,
    ...odd,
    !links.some((href) => href.includes('evil.example/auto')) && 'no comment is shown',
  ]
})
await attack('after signing out nothing of the person stays, and Back shows nothing', async () => {
  const token = await page.evaluate(() => localStorage.getItem('accessToken'))
  await page.evaluate(() => localStorage.setItem('commentDrafts', '{"x":"CANARY draft"}'))
  await page.goto(`${base}/dashboard`)
  await page.getByRole('button', { name: /^Profile menu/ }).click()
  await page
    .getByRole('menuitem', { name: /log ?out|sign out/i })
    .first()
    .click()
  await page.waitForTimeout(2_500)
  const kept = await page.evaluate(async () => ({
    stored: JSON.stringify({ ...localStorage, ...sessionStorage }),
    others: [
      ...(await indexedDB.databases()),
      ...(await caches.keys()),
      ...(await navigator.serviceWorker.getRegistrations()),
    ].length,
    cookie: document.cookie,
  }))
  await page.goBack().catch(() => undefined)
  await page.waitForTimeout(1_500)
  const shown = await page.evaluate(() => document.body.textContent)
  return [
    /CANARY|eyJ|@example\.org/.test(kept.stored) && kept.stored,
    kept.others > 0 && 'a database, cache or worker',
    kept.cookie !== '' && kept.cookie,
    shown.includes('alert(20)') && 'Back shows the task',
    !token && 'no token was there before',
    token && (await call('GET', '/users/profile', token)).status !== 401 && 'the token is good',
  ]
})
await attack('a page of another origin frames nothing, and reads nothing but what anybody may', async () => {
  const evil = http.createServer((_, answer) =>
    answer
      .setHeader('content-type', 'text/html')
      .end(`<iframe src="${base}/"></iframe><iframe src="${base}/docs"></iframe>`),
  )
  await new Promise((resolve) => evil.listen(0, '127.0.0.1', resolve))
  const other = await context.newPage()
  await other.goto(`http://localhost:${evil.address().port}/`)
  await other.waitForTimeout(1_500)
  const read = await other.evaluate(async (address) => {
    const status = (path) =>
      fetch(address + path).then(
        ({ status: seen }) => seen,
        () => 0,
      )
    const paths = ['/_mail/messages.json', '/metrics', '/openapi.json', '/api/users/profile']
    return Promise.all(paths.map(async (path) => [path, await status(path)]))
  }, base)
  const frames = other
    .frames()
    .filter((frame) => frame.url().startsWith(base))
    .map((frame) => `a frame shows ${frame.url()}`)
  evil.close()
  return [...frames, ...read.filter(([, status]) => status === 200).map(([path]) => `reads ${path}`)]
})
await browser.close()
await end()
