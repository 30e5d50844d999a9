import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { ownFiles } from '../support/planted-checkout.ts'

/** The values of the table's third column, which CONTRIBUTING.md explains; `areas` below are those of the second. */
const places = ['api', 'api+ui', 'build', 'cli', 'client', 'desktop', 'ui']

const lines = readFileSync('docs/requirements.tsv', 'utf8').trimEnd().split('\n')
const rows = lines.slice(1).map((line) => line.split('\t'))
const known = new Set(rows.map(([id = '']) => id))
const areas = [...new Set(rows.map(([, area = '']) => area))]

/** IDs in a text that the table does not have: those in brackets, as in test names, and bare ones that begin with an area of the table. */
const unknownIn = (text: string): string[] => {
  const bare = new RegExp(String.raw`\b(?:${areas.join('|')})-\d{2,3}\b`, 'g')
  const named = [...text.matchAll(/\[([A-Z]+\d?-\d+)\]/g), ...text.matchAll(bare)].map((found) => found[1] ?? found[0])
  return [...new Set(named)].filter((id) => !known.has(id))
}

const texts = ownFiles().filter((path) => /\.(tsx?|mjs|cjs|md|ya?ml)$/.test(path))

test('the table of requirements has four columns and each ID once, and each ID begins with its area', () => {
  expect(lines[0]).toBe('id\tarea\twhere\trequirement')
  expect(rows.filter(({ length }) => length !== 4)).toEqual([])
  expect(known.size).toBe(rows.length)
  const odd = rows.filter(
    ([id = '', area = '', place = '', text = '']) =>
      !new RegExp(String.raw`^${area}-\d{2,3}$`).test(id) || !places.includes(place) || text === '',
  )
  expect(odd).toEqual([])
})

test('every requirement that a test or a document names is in docs/requirements.tsv', () => {
  const self = 'tests/architecture/requirements.test.ts'
  const unknown = texts
    .filter((path) => path !== self)
    .flatMap((path) => unknownIn(readFileSync(path, 'utf8')).map((id) => `${path}: ${id}`))
  expect(unknown).toEqual([])
  // Without this a search that finds no files at all would pass.
  expect(texts.filter((path) => /\[[A-Z]+-\d+\]/.test(readFileSync(path, 'utf8'))).length).toBeGreaterThan(100)
})

test('an ID that the table does not have is caught, in a test name and in a comment', () => {
  expect(unknownIn("test('[DLG-19][DLG-999] two of them', () => {})")).toEqual(['DLG-999'])
  expect(unknownIn('// as NOWHERE-01 and DLG-998 say, see [NOWHERE-01]')).toEqual(['NOWHERE-01', 'DLG-998'])
})

test('no file refers to a document that the checkout does not have', () => {
  const documents = /\b(specification|document) [12]\b|\brulings?,? section|\bdesign\/\w+\.md\b/i
  const found = texts
    .filter((path) => path !== 'tests/architecture/requirements.test.ts')
    .flatMap((path) =>
      readFileSync(path, 'utf8')
        .split('\n')
        .filter((line) => documents.test(line))
        .map((line) => `${path}: ${line.trim()}`),
    )
  expect(found).toEqual([])
})
