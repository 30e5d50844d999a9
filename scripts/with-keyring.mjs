// `node scripts/with-keyring.mjs CMD ARGS…` runs a command in its own D-Bus session with an unlocked, empty keyring,
// apart from the person's. On macOS and Windows the command uses the system's keychain.
import { spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

const has = (program) => spawnSync('sh', ['-c', `command -v ${program}`], { stdio: 'ignore' }).status === 0

/** A sentence that says which programs are missing for a keyring; null if all are there. */
export const missingForKeyring = () => {
  if (process.platform !== 'linux') return null
  const missing = ['dbus-run-session', 'gnome-keyring-daemon'].filter((program) => !has(program))
  return missing.length === 0
    ? null
    : `${missing.join(' and ')} not found: install the packages dbus and gnome-keyring.`
}

// The keyring's daemon ends with its bus, and the bus ends with the command, so nothing is left running.
const script = 'printf "guildhall\\n" | gnome-keyring-daemon --unlock --components=secrets >/dev/null 2>&1; exec "$@"'

/** Runs the command with a keyring; returns its exit code. */
export const withKeyring = async (command, args, options = {}) => {
  const home = mkdtempSync(join(tmpdir(), 'guildhall-keyring-'))
  const env = { ...process.env, ...options.env }
  const isLinux = process.platform === 'linux'
  if (isLinux) Object.assign(env, { XDG_DATA_HOME: home, XDG_RUNTIME_DIR: home, XDG_CACHE_HOME: home })
  const line = isLinux
    ? ['dbus-run-session', '--', 'sh', '-c', script, 'keyring', command, ...args]
    : [command, ...args]
  const child = spawn(line[0], line.slice(1), { stdio: 'inherit', ...options, env })
  const pass = (signal) => child.kill(signal)
  process.on('SIGINT', pass).on('SIGTERM', pass)
  const code = await new Promise((resolve) => {
    child.on('error', () => resolve(127))
    child.on('exit', (exitCode, signal) => resolve(exitCode ?? (signal ? 1 : 0)))
  })
  process.off('SIGINT', pass).off('SIGTERM', pass)
  try {
    // The keyring's daemon may still write a file while it ends.
    rmSync(home, { recursive: true, force: true, maxRetries: 5 })
  } catch (error) {
    // On a desktop the bus also starts its portals, whose folder of documents goes away by itself a moment later.
    process.stderr.write(`${home} could not be removed: ${error.message}\n`)
  }
  return code
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const [command, ...args] = process.argv.slice(2)
  const missing = missingForKeyring()
  if (missing || !command) {
    process.stderr.write(`${missing ?? 'Which command should run with a keyring?'}\n`)
    process.exitCode = 2
  } else process.exitCode = await withKeyring(command, args)
}
