// `npm run sbom` writes the list of all packages that are delivered, as CycloneDX, to out/sbom.json. It needs no network.
import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { at, root } from './programs.mjs'

const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm'
// The list is made from the lock file, so that it has the packages of other platforms as well.
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
// npm takes the folder's name as the program's name, so the right name is set here.
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
