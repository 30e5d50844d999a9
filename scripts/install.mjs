// Installs the packages when they are missing or older than the lock file. Plain Node 20, no dependencies.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { at, ownNode, root } from './programs.mjs'

const stamp = at('node_modules/.installed-from')
const lockHash = () =>
  createHash('sha256')
    .update(readFileSync(at('package-lock.json')))
    .digest('hex')

const isInstalled = () => {
  if (!ownNode() || !existsSync(stamp)) return false
  return readFileSync(stamp, 'utf8') === lockHash()
}

/** Runs `npm ci` if needed. Answers an error sentence, or null when all is well. */
export const install = () => {
  if (isInstalled()) return null
  // Installed by hand with npm: npm's own record is newer than the lock file.
  const npmRecord = at('node_modules/.package-lock.json')
  if (!existsSync(npmRecord) || !ownNode() || isOlder(npmRecord)) {
    process.stderr.write('Installing packages (npm ci) …\n')
    const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm'
    const args = ['ci', '--no-fund', '--no-audit', '--loglevel=error']
    // Its chatter goes to stderr: stdout carries only what a caller waits for.
    const done = spawnSync(npm, args, { cwd: root, stdio: ['ignore', 2, 2], shell: process.platform === 'win32' })
    if (done.status !== 0)
      return `npm ci failed (exit ${done.status ?? done.error?.message}). Is the npm registry reachable?`
    if (!ownNode()) return 'npm ci left no Node 24 in node_modules: its install script did not run.'
  }
  writeFileSync(stamp, lockHash())
  return null
}

const isOlder = (npmRecord) => {
  const wanted = JSON.parse(readFileSync(at('package-lock.json'), 'utf8')).packages
  const have = JSON.parse(readFileSync(npmRecord, 'utf8')).packages
  return Object.entries(wanted).some(
    ([path, entry]) => path && !entry.optional && have[path]?.version !== entry.version,
  )
}
