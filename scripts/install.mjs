// Installs the packages when they are missing or differ from the lock file. It runs on plain Node 20 without any package.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
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

const npm = (args) => {
  const program = process.platform === 'win32' ? 'npm.cmd' : 'npm'
  const quiet = ['--no-fund', '--no-audit', '--loglevel=error']
  // npm's output goes to stderr, because callers of this script read its stdout.
  const done = spawnSync(program, [...args, ...quiet], {
    cwd: root,
    stdio: ['ignore', 2, 2],
    shell: process.platform === 'win32',
  })
  return done.status === 0 ? null : `exit ${done.status ?? done.error?.message}`
}

/** The installed packages whose install scripts package.json allows; `.npmrc` keeps npm from running any install script. */
const allowedScripts = () =>
  Object.entries(JSON.parse(readFileSync(at('package.json'), 'utf8')).allowScripts)
    .filter(([name, isAllowed]) => isAllowed && existsSync(at('node_modules', name)))
    .map(([name]) => name)

/** Runs `npm ci` if needed, then the install scripts that are allowed. Returns a sentence that says what failed, or null. */
export const install = () => {
  if (isInstalled()) return null
  // After an installation by hand, npm's own record of it fits the lock file, and npm ci is not needed.
  const npmRecord = at('node_modules/.package-lock.json')
  if (!existsSync(npmRecord) || isOlder(npmRecord)) {
    process.stderr.write('Installing packages (npm ci) …\n')
    // From npm's cache as far as it has the packages; if that fails because the cache is too old, all from the
    // registry.
    const failure = npm(['ci', '--prefer-offline']) && npm(['ci'])
    if (failure) return `npm ci failed (${failure}). Is the npm registry reachable?`
  }
  const failure = npm(['rebuild', '--ignore-scripts=false', ...allowedScripts()])
  if (failure) return `The install scripts of packages failed (npm rebuild: ${failure}).`
  if (!ownNode()) return 'There is no Node 24 in node_modules: the install script of its package did not run.'
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

// `node scripts/install.mjs` only installs; other scripts import install() from this file.
if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const problem = install()
  if (problem) process.stderr.write(`${problem}\n`)
  process.exitCode = problem ? 1 : 0
}
