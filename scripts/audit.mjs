// `npm run audit` asks the registry for known weaknesses of the packages that are delivered. It exits with 1 if any is grave.
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

/** The report of npm audit; null when the registry gave none: a mirror may have the packages without knowing of their weaknesses. */
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
  process.stdout.write('The registry does not answer npm audit here: no package was checked.\n')
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
