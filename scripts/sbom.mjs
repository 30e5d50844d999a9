// `npm run sbom`: what is delivered and what of others is in it, as CycloneDX, into out/sbom.json. Needs no network.
import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { at, root } from './programs.mjs'

const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm'
// From the lock file, so that the packages of other platforms are in it as well.
const args = ['sbom', '--package-lock-only', '--omit=dev', '--sbom-format=cyclonedx', '--sbom-type=application']
const done = spawnSync(npm, args, {
  cwd: root,
  encoding: 'utf8',
  maxBuffer: 64 * 1024 * 1024,
  shell: process.platform === 'win32',
})
if (done.status !== 0) {
  process.stderr.write(`npm sbom failed: ${(done.error?.message ?? done.stderr).trim()}\n`)
  process.exit(1)
}
const bill = JSON.parse(done.stdout)
// npm takes the folder's name for the program's.
const { name, version } = JSON.parse(readFileSync(at('package.json'), 'utf8'))
Object.assign(bill.metadata.component, {
  name,
  version,
  'bom-ref': `${name}@${version}`,
  purl: `pkg:npm/${name}@${version}`,
})
mkdirSync(at('out'), { recursive: true })
writeFileSync(at('out/sbom.json'), JSON.stringify(bill, null, 2))
process.stdout.write(`out/sbom.json lists ${bill.components.length} packages.\n`)
