import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const folder = 'docs/decisions'
const pages = readdirSync(folder).filter((name) => name !== 'README.md')
const titleOf = (name: string) => readFileSync(`${folder}/${name}`, 'utf8').split('\n')[0] ?? ''

/** What each row of the index says: number, title, file, status. */
const rowsOf = (index: string) =>
  [...index.matchAll(/^\|\s*(\d+)\s*\|\s*\[(.+)\]\((\S+\.md)\)\s*\|\s*(.+?)\s*\|$/gm)].map(
    ([, number = '', title = '', file = '', status = '']) => ({ number, title, file, status }),
  )
const index = readFileSync(`${folder}/README.md`, 'utf8')

test('the index of decisions has each page once, in order, with its title', () => {
  const rows = rowsOf(index)
  expect(rows.map(({ file }) => file)).toEqual(pages.toSorted())
  expect(rows.map(({ number, title }) => `# ${number}. ${title}`)).toEqual(rows.map(({ file }) => titleOf(file)))
})

test('each decision has a status, and one that was changed or replaced names the page that did so', () => {
  for (const { number, status } of rowsOf(index)) {
    expect(status, `decision ${number}`).toMatch(/^(?:in force|in part|replaced by)\b/)
    if (!status.startsWith('in force')) expect(status, `decision ${number}`).toMatch(/\[\d+\]\(\d{4}-[\w-]+\.md\)/)
  }
})
