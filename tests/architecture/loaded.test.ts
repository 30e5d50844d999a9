import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '../..')

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
