import type { Page } from '@playwright/test'
import { apiBase, axiosTransport, createClient, memoryTokenStore, withSession } from '#shared/api-client/index.ts'
import { enterWeb } from '../../e2e/sessions.ts'
import { type Figure, milliseconds } from '../figure.ts'
import { onStage } from './browser.ts'

const creator = { email: 'creator@guildhall.test', password: 'guildhall-demo' }
const VISITS = 3
const PREVIEW_TARGET_MS = 1000
const BOARD_TARGET_MS = 3000

const median = (values: readonly number[]): number =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0

/** What a tracker of years exports: a column for each field that anybody has ever made, most of them empty. */
const wideSheet = (): string => {
  const names = ['Summary', 'Status', ...Array.from({ length: 2_298 }, (_, at) => `Custom field (${at})`)]
  const rows = Array.from({ length: 96 }, (_, row) => [`Task ${row}`, 'To Do', ...names.slice(2).map((_, at) => ((at + row) % 97 === 0 ? `value ${at}` : ''))]) // prettier-ignore
  return [names, ...rows].map((cells) => cells.join(',')).join('\n')
}
const longSheet = (): string =>
  `Title,Status\n${Array.from({ length: 30_000 }, (_, at) => `Task ${at},Done`).join('\n')}\n`

const CARDS = 876
const LISTS = 27
const LABELS = 31
const ATTACHMENTS = 798
/** A board of Trello that a team has used for years. */
const largeBoard = (): string =>
  JSON.stringify({
    lists: Array.from({ length: LISTS }, (_, at) => ({ id: `l${at}`, name: `Customer ${at}`, pos: at, closed: false })),
    labels: Array.from({ length: LABELS }, (_, at) => ({ id: `b${at}`, name: `Label ${at}`, color: 'blue' })),
    cards: Array.from({ length: CARDS }, (_, at) => ({
      ...{ id: `c${at}`, idShort: at + 1, name: `Card ${at} of the yard`, desc: 'What is to be done. '.repeat(20) },
      ...{ idList: `l${at % LISTS}`, idLabels: [`b${at % LABELS}`, `b${(at * 7) % LABELS}`], pos: at, closed: false },
      attachments: at < ATTACHMENTS ? [{ name: `plan ${at}.pdf`, url: `https://files.example.org/${at}.pdf` }] : [],
    })),
  })

/** Opens the sheet, chooses a file, and returns the milliseconds until its preview has been painted. */
const preview = async (page: Page, name: string, text: string): Promise<number> => {
  await page.getByRole('button', { name: 'Import and export' }).click()
  await page.getByRole('menuitem', { name: /^Import tasks/ }).click()
  const sheet = page.getByRole('dialog', { name: 'Import tasks' })
  await sheet.getByRole('button', { name: 'Choose a file' }).waitFor()
  await page.evaluate(() => {
    const noted = window as unknown as { chosen?: number; shown?: number }
    delete noted.shown
    const input = document.querySelector('[role=dialog] input[type=file]')
    input?.addEventListener('change', () => (noted.chosen = performance.now()), { capture: true })
    const seen = new MutationObserver(() => {
      if (!document.querySelector('[aria-label="First tasks"]')) return
      seen.disconnect()
      requestAnimationFrame(() => setTimeout(() => (noted.shown = performance.now())))
    })
    seen.observe(document, { childList: true, subtree: true })
  })
  await sheet.locator('input[type=file]').setInputFiles({ name, mimeType: 'text/plain', buffer: Buffer.from(text) })
  await page.waitForFunction(() => (window as unknown as { shown?: number }).shown !== undefined)
  return page.evaluate(() => {
    const { chosen = 0, shown = 0 } = window as unknown as { chosen?: number; shown?: number }
    return shown - chosen
  })
}

const figure = (what: string, times: readonly number[], target: number): Figure => ({
  what: `${what} (median of ${times.length})`,
  value: milliseconds(median(times)),
  target: `≤ ${target} ms`,
  reached: median(times) <= target,
})

/** Measures how soon the preview of a large file is on the screen, and how soon a large board is imported and drawn. */
export const importPreview = async (): Promise<Figure[]> =>
  onStage(async ({ context, origin }) => {
    const api = createClient(
      withSession(axiosTransport({ baseURL: () => apiBase(origin) }), { store: memoryTokenStore() }),
    )
    await api.auth.login({ body: { emailID: creator.email, password: creator.password } })
    const page = await context.newPage()
    await enterWeb(page, origin, creator)
    const visit = async (name: string, text: string) => {
      const { data } = await api.projects.create({
        body: { title: `Yard ${crypto.randomUUID()}`, description: 'Work.' },
      })
      await page.goto(`${origin}/project/${data.id}/tasks`)
      return preview(page, name, text)
    }
    const times = { wide: [] as number[], long: [] as number[], board: [] as number[], shown: [] as number[] }
    for (let n = 0; n < VISITS; n += 1) {
      times.wide.push(await visit('wide.csv', wideSheet()))
      times.long.push(await visit('long.csv', longSheet()))
      times.board.push(await visit('board.json', largeBoard()))
      const began = performance.now()
      await page.getByRole('button', { name: `Import ${CARDS} tasks` }).click()
      await page.getByText(`${CARDS} tasks are on the board.`).waitFor()
      await page.locator('[data-card]').first().waitFor({ state: 'attached' })
      times.shown.push(performance.now() - began)
    }
    return [
      figure('a sheet of 2,300 columns, from choosing to its preview', times.wide, PREVIEW_TARGET_MS),
      figure('a sheet of 30,000 rows, from choosing to its preview', times.long, PREVIEW_TARGET_MS),
      figure(`a board of ${CARDS} cards, from choosing to its preview`, times.board, PREVIEW_TARGET_MS),
      figure('  and from Import to its cards on the board', times.shown, BOARD_TARGET_MS),
    ]
  })
