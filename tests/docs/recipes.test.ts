import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { eventKinds } from '#shared/contract/events.ts'
import { operations } from '#shared/contract/index.ts'
import { projectFields } from '#shared/contract/project-fields.ts'
import { ownFiles } from '../support/planted-checkout.ts'

const read = (path: string) => readFileSync(path, 'utf8')

/** The text of each recipe, by its title. */
const recipes = Object.fromEntries(
  read('docs/recipes.md')
    .split(/^##+ /m)
    .slice(1)
    .map((text) => [text.slice(0, text.indexOf('\n')), text]),
)
const recipe = (title: string): string => {
  const text = recipes[title]
  if (text === undefined) throw new Error(`docs/recipes.md has no recipe '${title}'.`)
  return text
}
/** What is between backticks, outside of blocks of commands. */
const quoted = (text: string): string[] =>
  [...text.replace(/```[^]*?```/g, '').matchAll(/`([^`]+)`/g)].map(([, word = '']) => word)
const isPath = (word: string) => /^[\w.-]+(\/[\w.-]*)+$|^\.[\w-]+\.cjs$/.test(word)
const pathsOf = (text: string): string[] => quoted(text).filter(isPath)

const sources = ownFiles()
  .filter((path) => /\.(tsx?|[mc]?js|snap|sql)$/.test(path) && !/\.(test|spec|long)\.tsx?$/.test(path))
  .map((path) => ({ path, text: read(path) }))
const escaped = (name: string) => name.replaceAll('.', String.raw`\.`)

/** The files that have at least this share of the names: the lists in which a new one must be entered. */
const listsOf = (names: readonly string[], share: number, pattern: (name: string) => string): string[] => {
  const patterns = names.map((name) => new RegExp(pattern(name)))
  return sources
    .filter(({ path }) => !path.endsWith('.generated.ts'))
    .filter(({ text }) => patterns.filter((one) => one.test(text)).length >= share * names.length)
    .map(({ path }) => path)
}

const columnOf = (field: string) => field.replace(/[A-Z]+/g, (letters) => `_${letters.toLowerCase()}`)
const calls = operations.map(({ operation }) => operation)
const nouns = [...new Set(calls.map((call) => call.split('.')[0] ?? ''))]

describe('the recipes name every list in which something new must be entered', () => {
  test.each<[string, string[], string[]]>([
    ['A call', ['A call'], listsOf(calls, 0.4, (call) => String.raw`\b${escaped(call)}\b`)],
    ['A noun', ['A noun', 'A call'], listsOf(nouns, 0.9, (noun) => String.raw`\b${noun}\b`)],
    ['An event', ['An event'], listsOf(eventKinds, 0.5, (kind) => `'${escaped(kind)}'`)],
    [
      'A field of a project',
      ['A field of a project', 'A field', 'A migration'],
      listsOf(Object.keys(projectFields), 0.7, (field) => String.raw`\b(${field}|${columnOf(field)})\b`),
    ],
  ])('%s', (_, titles, lists) => {
    const named = titles.flatMap((title) => pathsOf(recipe(title)))
    expect(lists.length).toBeGreaterThan(0)
    expect(lists.filter((list) => !named.some((path) => (path.endsWith('/') ? list.startsWith(path) : list === path))))
      .toEqual([]) // prettier-ignore
  })
})

describe('what a step of a recipe names is in a file that the recipe names', () => {
  /** The steps' words that are names in the code: of a function, a list, a field. */
  const namesOf = (text: string) => quoted(text).filter((word) => /^[a-z]\w*$/i.test(word))
  const textsOf = (paths: readonly string[]) =>
    sources.filter(({ path }) =>
      paths.some((named) => path === named || (named.endsWith('/') && path.startsWith(named))),
    )

  test.each(Object.keys(recipes))('%s', (title) => {
    const text = recipe(title)
    const found = textsOf(pathsOf(text))
    const missing = namesOf(text).filter(
      (name) => !found.some((file) => new RegExp(String.raw`\b${name}\b`).test(file.text)),
    )
    expect(missing).toEqual([])
  })
})

test('the tests that a recipe names are there', () => {
  const words = [...read('docs/recipes.md').matchAll(/^npm test -- (?:unit|e2e-web) (.*)$/gm)].flatMap(
    ([, line = '']) => line.split(' '),
  )
  const tests = ownFiles().filter((path) => /\.(test|spec)\.tsx?$/.test(path))
  expect(words.length).toBeGreaterThan(10)
  expect(words.filter((word) => !tests.some((path) => path.includes(word)))).toEqual([])
})
