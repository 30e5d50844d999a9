import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync } from 'vite'
import { expect, test } from 'vitest'

type Node = { type: string; await?: boolean; kind?: string } & Record<string, unknown>
const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string'

/** Whether this code waits while the module is evaluated: by `await`, `for await` or `await using` outside of every function. */
const waits = (node: unknown): boolean => {
  if (Array.isArray(node)) return node.some(waits)
  if (!isNode(node)) return false
  if (/Function/.test(node.type)) return false
  if (node.type === 'AwaitExpression' || node.await === true || node.kind === 'await using') return true
  return Object.values(node).some(waits)
}
const waitsAtTop = (name: string, code: string): boolean => {
  const { program, errors } = parseSync(name, code, { sourceType: 'module' })
  if (errors.length > 0) throw new Error(`${name} cannot be parsed: ${errors[0]?.message}`)
  return waits(program)
}

/** WebKit hands out a module before it has run when two imports wait for one that waits (its bug 242740). */
test('nothing that the page loads has a top-level await, because settings then stay closed in Safari', () => {
  for (const folder of ['out/web', 'out/renderer']) {
    const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => /\.m?js$/.test(file))
    expect(files.length, `${folder}: npm run build makes it`).toBeGreaterThan(50)
    const code = files.map((file): [string, string] => [file, readFileSync(join(folder, file), 'utf8')])
    const some = code.filter(([, text]) => /\bawait\b/.test(text))
    expect(some.filter((one) => waitsAtTop(...one)).map(([file]) => file)).toEqual([])
  }
})

test.each([
  'await go()',
  'export const a = [await go()]',
  'for await (const a of b) go(a)',
  '{ await using a = go() }',
])('a module that waits is found: %s', (code) => expect(waitsAtTop('planted.js', code)).toBe(true))
test.each([
  'void (async () => { await go() })()',
  'const f = async () => await go()',
  'class A { async b() { await go() } }',
])('a function that waits is none: %s', (code) => expect(waitsAtTop('planted.js', code)).toBe(false))
