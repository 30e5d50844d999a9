import { pdfOf } from '#support/pdf.ts'
import type { Locator } from '@playwright/test'
import { demo, expect, test as base } from '../fixtures.ts'
import { createTeam } from '../teams.ts'

/** Takes away what came to browsers after the oldest ones that README names, in the page as in its workers. */
const older = `for (const [owner, names] of [
  [Math, 'sumPrecise'], [Promise, 'try'], [URL, 'parse canParse'], [Array, 'fromAsync'],
  [Map.prototype, 'getOrInsert getOrInsertComputed'], [WeakMap.prototype, 'getOrInsert getOrInsertComputed'],
  [Uint8Array, 'fromBase64 fromHex'], [Uint8Array.prototype, 'toBase64 toHex setFromBase64 setFromHex'],
  [Set.prototype, 'union intersection difference symmetricDifference isSubsetOf isSupersetOf isDisjointFrom'],
  [globalThis.Iterator?.prototype, 'map filter take drop flatMap reduce toArray forEach some every find join'], [globalThis, 'Iterator'],
  [AbortSignal, 'any'], [ReadableStream.prototype, 'values'], [ReadableStream.prototype, Symbol.asyncIterator],
  [ArrayBuffer.prototype, 'transfer transferToFixedLength'], [RegExp, 'escape'], [Error, 'isError'],
  [globalThis, 'requestIdleCallback cancelIdleCallback'], [Intl, 'DurationFormat'],
]) for (const name of typeof names === 'string' ? names.split(' ') : [names]) if (owner) delete owner[name];
`

type Preview = (lacking: string) => Promise<Locator>

const test = base.extend<{ preview: Preview }>({
  profile: 'new',
  /** Opens the preview of a PDF in a browser without what `lacking` takes away. */
  preview: async ({ page, openAs, server, newPerson }, use) => {
    await use(async (lacking) => {
      const { creator, project, title, path } = await createTeam(server, newPerson)
      const file = new File([new Uint8Array(pdfOf(['Harbour, sheet 1']))], 'plan.pdf')
      await creator.files.upload({ params: { id: project.id } }, { file })
      await page.addInitScript(lacking)
      await page.route(/pdf-worker-[^/]*\.js$/, async (route) => {
        const response = await route.fetch()
        return route.fulfill({ response, body: lacking + (await response.text()) })
      })
      await openAs(demo.creator, path)
      expect(await page.evaluate(() => ['sumPrecise' in Math, 'try' in Promise])).toEqual([false, false])
      await page.getByRole('link', { name: title }).first().click()
      await expect(page.getByRole('textbox', { name: 'Write a comment' })).toBeVisible()
      await page.goto(new URL(path.replace('tasks', 'files'), page.url()).href)
      await page.getByRole('button', { name: 'plan.pdf', exact: true }).click()
      return page.getByRole('dialog', { name: 'plan.pdf' })
    })
  },
})

test('a browser as old as README names shows a board, a task and a PDF', async ({ page, preview }) => {
  const failures: string[] = []
  page.on('pageerror', (error) => failures.push(error.message))
  const dialog = await preview(older)
  await expect(dialog.getByText('Harbour, sheet 1')).toBeAttached()
  expect(failures).toEqual([])
})

test('an older one says that it cannot show the PDF, which can be downloaded', async ({ preview }) => {
  const dialog = await preview(`${older}delete Promise.withResolvers;`)
  await expect(dialog.getByText('This browser cannot show this PDF. You can download it.')).toBeVisible()
})
