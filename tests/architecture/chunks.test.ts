import { globSync } from 'node:fs'
import { expect, test } from 'vitest'
import { groups } from '../../vite.renderer.ts'

/** The parts of a regular expression between `(`, `|` and `)`, as places in its source, but for those of a lookahead. */
const alternatives = (source: string): Array<[start: number, end: number]> => {
  const found: Array<[number, number]> = []
  const open: Array<{ start: number; isAhead: boolean }> = [{ start: 0, isAhead: false }]
  const close = (end: number) => {
    const { start = 0, isAhead } = open.pop() ?? {}
    if (!isAhead) found.push([start, end])
    return isAhead ?? false
  }
  // An escaped character, or a class of characters, is no end of a part.
  for (const { 0: token, index } of source.matchAll(/\\.|\[(?:\\.|[^\]])*\]|\(\?!|[(|)]/g)) {
    if (token === '(' || token === '(?!') open.push({ start: index + token.length, isAhead: token === '(?!' })
    else if (token === '|') open.push({ start: index + 1, isAhead: close(index) })
    else if (token === ')') close(index)
  }
  close(source.length)
  return found
}

/** The parts of an expression without which it would match the same files. */
const idle = (expression: RegExp, files: readonly string[]): string[] => {
  const count = (source: string) => {
    const pattern = new RegExp(source)
    return files.filter((file) => pattern.test(file)).length
  }
  const { source } = expression
  const all = count(source)
  return alternatives(source)
    .filter(([start, end]) => count(`${source.slice(0, start)}(?!)${source.slice(end)}`) === all)
    .map(([start, end]) => source.slice(start, end))
}

const packages = [
  '@mui/material',
  '@emotion/react',
  '@hookform/resolvers',
  'react-hook-form',
  '@tanstack/{react-query,query-core}',
  'lucide-react',
  'axios',
  'zod',
]
const ours = globSync('{src-renderer,shared}/**/*.{ts,tsx}').filter((file) => !file.includes('.test.'))
const files = [...ours, ...packages.flatMap((name) => globSync(`node_modules/${name}/**/*.{js,mjs}`))].map(
  (file) => `/${file.replaceAll('\\', '/')}`,
)

test.each(groups.flatMap(({ name, test }) => (test ? [[name, test] as const] : [])))(
  'every name in the expression of the bundle’s part “%s” is the name of a file',
  (_, expression) => {
    expect(files.length).toBeGreaterThan(1000)
    expect(idle(expression, files)).toEqual([])
  },
)

test('a name that no file has is noticed, whether it is one of several or within another', () => {
  const two = ['/a/One.tsx', '/a/Two.tsx']
  expect(idle(/a[\\/](One|Two)\./, two)).toEqual([])
  expect(idle(/a[\\/](One|Gone|Two)\.|b[\\/](?!x)/, two)).toEqual(['Gone', 'b[\\\\/](?!x)'])
})
