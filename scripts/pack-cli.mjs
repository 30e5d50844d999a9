// `npm run pack:cli` packs the command line alone into out/guildhall-cli.tgz, for `npm i -g ./out/guildhall-cli.tgz` on
// any computer. The repository's package needs a gigabyte of modules; this one has the bundle and the keychain's native
// module for all platforms, so npm fetches and builds nothing. Without a keychain the CLI takes GUILDHALL_TOKEN.
import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { build } from './build.mjs'
import { handOver } from './own-node.mjs'
import { at, root } from './programs.mjs'

// The process that the command was handed on to ends this one.
if (handOver(root)) await new Promise(() => {})
await build(['cli'])
const folder = at('out/guildhall-cli')
rmSync(folder, { recursive: true, force: true })
mkdirSync(folder, { recursive: true })
cpSync(at('out/cli'), at('out/guildhall-cli/cli'), { recursive: true })
const { version, engines, license, dependencies } = JSON.parse(readFileSync(at('package.json'), 'utf8'))
// Only these fields of the keychain module's manifest are kept. Its install script would only copy a binary that the module finds anyway.
const {
  name,
  license: keytarLicense,
  main,
  ...keytar
} = JSON.parse(readFileSync(at('node_modules/keytar/package.json'), 'utf8'))
for (const part of ['lib', 'prebuilds', 'LICENSE.md'])
  cpSync(at('node_modules/keytar', part), at('out/guildhall-cli/node_modules/keytar', part), { recursive: true })
writeFileSync(
  at('out/guildhall-cli/node_modules/keytar/package.json'),
  `${JSON.stringify({ name, version: keytar.version, license: keytarLicense, main }, null, 2)}\n`,
)
const manifest = {
  name: 'guildhall-cli',
  version,
  description: "The administrators' command line.",
  license,
  type: 'module',
  bin: { guildhall: 'cli/index.js' },
  files: ['cli'],
  engines,
  dependencies: { keytar: dependencies.keytar },
  bundleDependencies: ['keytar'],
}
writeFileSync(at('out/guildhall-cli/package.json'), `${JSON.stringify(manifest, null, 2)}\n`)
const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm'
const packed = spawnSync(npm, ['pack', '--silent', '--pack-destination', at('out')], {
  cwd: folder,
  encoding: 'utf8',
  shell: process.platform === 'win32',
})
if (packed.status !== 0) throw new Error(`npm pack failed: ${packed.stderr}`)
renameSync(at('out', packed.stdout.trim().split('\n').at(-1)), at('out/guildhall-cli.tgz'))
process.stdout.write(`${at('out/guildhall-cli.tgz')}\n`)
