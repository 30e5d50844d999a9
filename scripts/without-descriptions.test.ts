import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import ts from 'typescript'
import { expect, test } from 'vitest'
import { withoutDescriptions } from './without-descriptions.ts'

const CONTRACT = fileURLToPath(new URL('../shared/contract', import.meta.url))
const files = (await readdir(CONTRACT)).filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))

test('a description goes, with its lines and examples, and the schema stays', () => {
  const described = `const name = z
  .string()
  .trim()
  .meta({ description: "It's (a) name.", examples: ['Ada'] })
  .max(80)
const person = z.object({ name: name.meta({ description: \`Who \${1 + 1}\` }) }).meta({ id: 'Person' })`
  expect(withoutDescriptions(described)).toBe(`const name = z
  .string()
  .trim()
  .max(80)
const person = z.object({ name: name })`)
})

test('of a call, what no client needs goes, and the rest stays', () => {
  const call = `export const tasks = {
  get: endpoint({
    method: 'GET',
    summary: 'One task.',
    scope: 'read',
    // It has a reason.
    stale: [...reads.boards, 'work.get'],
    limits: ['task'], params: z.object({ scope: z.string() }),
    fails: { 409: 'CONFLICT' } }),
}
const row = { scope: 1, summary: 2 }`
  expect(withoutDescriptions(call).replaceAll(/\s+/g, ' ')).toBe(
    "export const tasks = { get: endpoint({ method: 'GET', params: z.object({ scope: z.string() }), }), } const row = { scope: 1, summary: 2 }",
  )
})

test.each(files)('%s stays a module that can be read, and describes nothing any more', async (name) => {
  const left = withoutDescriptions(await readFile(join(CONTRACT, name), 'utf8'))
  const { diagnostics } = ts.transpileModule(left, { reportDiagnostics: true })
  expect(diagnostics).toEqual([])
  expect(left).not.toMatch(/\.meta\(\s*[^)\s]/)
})
