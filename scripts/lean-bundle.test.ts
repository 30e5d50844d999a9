import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { commanderSource } from './lean-bundle.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const commander = dirname(createRequire(import.meta.url).resolve('commander'))
const source = readFileSync(join(commander, 'lib/command.js'), 'utf8')

test('Commander as it is installed loads what starts programs only when it starts one', () => {
  const lean = commanderSource(source)
  expect(source).toMatch(/^import childProcess from 'node:child_process'/m)
  expect(lean).not.toMatch(/^import .*child_process/m)
  expect(lean.length).toBeLessThan(source.length + 100)
})

test('a Commander that is written another way ends the build', () => {
  const other = [
    source.replace('import childProcess', 'import child'),
    source + source,
    source.replace('childProcess.spawn(', 'childProcess.fork('),
  ]
  for (const one of other) expect(() => commanderSource(one)).toThrow(/no longer imports/)
})

test('the reader of kept code needs no cryptography, whose modules would cost each start of the CLI 4 ms', () => {
  const script = `await import('./cli/kept-code.ts'); console.log(process.moduleLoadList.join())`
  const loaded = execFileSync(process.execPath, ['--input-type=module', '-e', script], { cwd: root, encoding: 'utf8' })
  expect(loaded).toContain('NativeModule vm')
  expect(loaded).not.toContain('NativeModule crypto')
})
