// Packs the command line alone: `npm run pack:cli` writes out/guildhall-cli.tgz, for `npm i -g ./out/guildhall-cli.tgz` anywhere.
// The repository's own package is private and needs a gigabyte of modules; this one is the bundle, with the keychain's native
// module as an optional dependency: where it cannot be installed, GUILDHALL_TOKEN serves.
import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { build } from './build.mjs'
import { at } from './programs.mjs'

await build(['cli'])
const folder = at('out/guildhall-cli')
rmSync(folder, { recursive: true, force: true })
mkdirSync(folder, { recursive: true })
cpSync(at('out/cli'), at('out/guildhall-cli/cli'), { recursive: true })
const { version, engines, license, dependencies } = JSON.parse(readFileSync(at('package.json'), 'utf8'))
const manifest = {
  name: 'guildhall-cli',
  version,
  description: "The administrators' command line.",
  license,
  type: 'module',
  bin: { guildhall: 'cli/index.js' },
  files: ['cli'],
  engines,
  optionalDependencies: { keytar: dependencies.keytar },
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
