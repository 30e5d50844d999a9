import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import { expect, test } from 'vitest'
import { leanPackages, MENDS, mended } from './lean-packages.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const sourceOf = (file: string) => readFileSync(join(root, 'node_modules', file), 'utf8')

test.each(MENDS)('$file as it is installed has what is mended in it, and has it no more then', ({ file, from, to }) => {
  const lean = mended(file, sourceOf(file))
  expect(lean).toContain(to)
  expect(lean).not.toContain(from)
})

test('a package that is written another way ends the build', () => {
  const file = 'commander/lib/command.js'
  const source = sourceOf(file)
  const others = [
    source.replace('import childProcess', 'import child'),
    source + source,
    source.replace('childProcess.spawn(', 'childProcess.fork('),
  ]
  for (const other of others) expect(() => mended(file, other)).toThrow(/no longer as/)
})

test('a bundle without a file that is mended for it ends the build, because the package has moved that code', async () => {
  const bundle = (contents: string) =>
    build({
      stdin: { contents, resolveDir: root },
      bundle: true,
      platform: 'node',
      write: false,
      logLevel: 'silent',
      plugins: [leanPackages(['commander'])],
    })
  const { outputFiles } = await bundle("import 'commander'")
  expect(outputFiles[0]?.text).toMatch(/childProcess = \{ spawn:/)
  await expect(bundle("import 'ms'")).rejects.toThrow(/commander\/lib\/command\.js is not in the bundle/)
})

/** What Node has loaded after it has imported a module of ours: its own modules, and files of packages. */
const loadedBy = (path: string): string => {
  const script = `await import('./${path}'); const { Module } = await import('node:module')
    console.log([...process.moduleLoadList, ...Object.keys(Module._cache)].join('\\n'))`
  return execFileSync(process.execPath, ['--input-type=module', '-e', script], { cwd: root, encoding: 'utf8' })
}

test('the reader of kept code needs no cryptography, whose modules would cost each start of the CLI 4 ms', () => {
  const loaded = loadedBy('cli/kept-code.ts')
  expect(loaded).toContain('NativeModule vm')
  expect(loaded).not.toContain('NativeModule crypto')
})

test('the server starts without what decodes pictures and hashes passwords, and without Node’s fetch', () => {
  const loaded = loadedBy('server/app.ts')
  expect(loaded).toMatch(/fastify[\\/]fastify\.js/)
  expect(loaded).not.toMatch(/[\\/]sharp[\\/]|@node-rs[\\/]argon2|internal\/deps\/undici/)
})
