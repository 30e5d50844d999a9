import { spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** How long to wait for the keyring's daemon. */
const START_MS = 10_000

/**
 * Starts an unlocked, empty keyring on a D-Bus session of its own, apart from the person's keyring. `env` makes a program use it;
 * macOS and Windows have a keychain of the system, which is used there. Call `stop()` in afterAll.
 */
export const startKeyring = async (): Promise<{ env: NodeJS.ProcessEnv; home: string; stop: () => Promise<void> }> => {
  const home = await mkdtemp(join(tmpdir(), 'guildhall-keyring-'))
  const places = {
    XDG_DATA_HOME: join(home, 'data'),
    XDG_CONFIG_HOME: join(home, 'config'),
    XDG_CACHE_HOME: join(home, 'cache'),
    XDG_RUNTIME_DIR: home,
  }
  if (process.platform !== 'linux') return { env: places, home, stop: () => rm(home, { recursive: true, force: true }) }
  // The D-Bus session lives as long as `cat`, which ends when its standard input ends.
  const script = [
    'printf "test\\n" | gnome-keyring-daemon --unlock --components=secrets >/dev/null 2>&1',
    'echo "$DBUS_SESSION_BUS_ADDRESS"',
    'exec cat >/dev/null',
  ].join('; ')
  const session = spawn('dbus-run-session', ['--', 'sh', '-c', script], {
    stdio: ['pipe', 'pipe', 'ignore'],
    env: { ...process.env, ...places },
  })
  const address = await new Promise<string>((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('the keyring did not start')), START_MS)
    session.once('error', reject)
    session.once('exit', () => reject(new Error('the keyring ended: are dbus and gnome-keyring installed?')))
    session.stdout.once('data', (chunk: Buffer) => {
      clearTimeout(timer)
      resolve(chunk.toString().trim())
    })
  })
  return {
    env: { ...places, DBUS_SESSION_BUS_ADDRESS: address },
    home,
    stop: async () => {
      const gone = new Promise((resolve) => session.once('close', resolve))
      session.stdin.end()
      await gone
      await rm(home, { recursive: true, force: true })
    },
  }
}
