// `npm run audit`: known weaknesses in what is delivered, where the registry answers that question. Exits 1 for grave ones.
import { spawnSync } from 'node:child_process'
import { root } from './programs.mjs'

const GRAVE = new Set(['high', 'critical'])

const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm'
const asked = spawnSync(npm, ['audit', '--omit=dev', '--json'], {
  cwd: root,
  encoding: 'utf8',
  maxBuffer: 64 * 1024 * 1024,
  timeout: 120_000,
  shell: process.platform === 'win32',
})

/** Its report; null when the registry gave none: a mirror may know packages and nothing of their weaknesses. */
const report = () => {
  try {
    const answer = JSON.parse(asked.stdout)
    return answer.vulnerabilities ? answer : null
  } catch {
    return null
  }
}

const found = report()
if (!found) {
  process.stdout.write('The registry does not answer npm audit here: nothing was looked at.\n')
  process.exit(0)
}
const weaknesses = Object.values(found.vulnerabilities)
for (const { name, severity, range } of weaknesses) process.stdout.write(`${severity}: ${name} ${range}\n`)
const grave = weaknesses.filter(({ severity }) => GRAVE.has(severity))
process.stdout.write(
  weaknesses.length === 0
    ? 'No known weaknesses.\n'
    : `${weaknesses.length} known weaknesses, ${grave.length} grave.\n`,
)
process.exit(grave.length > 0 ? 1 : 0)
