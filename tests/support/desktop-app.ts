import { _electron, type ElectronApplication, type Page } from '@playwright/test'
import { existsSync, readFileSync } from 'node:fs'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..', '..')
const standIn = join(import.meta.dirname, 'electron-stand-in', 'electron')
/** The built main process; `npm test` builds it. */
export const mainBundle = join(root, 'out', 'main', 'index.js')

/** The Electron binary if it is installed, else our stand-in. Electron's own lookup would try to download the binary. */
export const desktopProgram = (): { path: string; isStandIn: boolean } => {
  const folder = join(root, 'node_modules', 'electron')
  const pathFile = join(folder, 'path.txt')
  const binary = existsSync(pathFile) ? join(folder, 'dist', readFileSync(pathFile, 'utf8').trim()) : ''
  return binary && existsSync(binary) ? { path: binary, isStandIn: false } : { path: standIn, isStandIn: true }
}

let isSaid = false
const sayOnce = (isStandIn: boolean) => {
  if (isSaid) return
  isSaid = true
  const which = isStandIn ? "the project's stand-in for the Electron binary" : 'the Electron binary'
  process.stderr.write(`desktop tests run on ${which}\n`)
}

export type LaunchOptions = {
  /** The address of a server to use instead of the embedded one. */
  serverUrl?: string
  /** The folder for the app's data, which stays when the app closes. Without it the app gets a new folder, which is deleted. */
  userDataDir?: string
  args?: string[]
  env?: Record<string, string>
}

/**
 * Makes a folder that other users may enter. Otherwise a server started by root would keep its database in /var/lib, where it would stay.
 */
const freshFolder = async (): Promise<string> => {
  const folder = await mkdtemp(join(tmpdir(), 'guildhall-desktop-'))
  await chmod(folder, 0o711)
  return folder
}

/** Starts the built desktop app; resolves when its window shows the app's page. */
export const launchDesktop = async (options: LaunchOptions = {}) => {
  const program = desktopProgram()
  sayOnce(program.isStandIn)
  const userDataDir = options.userDataDir ?? (await freshFolder())
  const app: ElectronApplication = await _electron.launch({
    executablePath: program.path,
    args: [
      mainBundle,
      `--user-data-dir=${userDataDir}`,
      ...(options.serverUrl ? [`--server=${options.serverUrl}`] : []),
      ...(options.args ?? []),
    ],
    env: { ...inherited(), ...options.env },
    timeout: 60_000,
  })
  const output: string[] = []
  app.process().stdout?.on('data', (chunk: Buffer) => output.push(chunk.toString()))
  app.process().stderr?.on('data', (chunk: Buffer) => output.push(chunk.toString()))
  const close = async () => {
    await app.close()
    if (!options.userDataDir) await rm(userDataDir, { recursive: true, force: true, maxRetries: 3 })
  }
  try {
    const page: Page = await app.firstWindow({ timeout: 60_000 })
    await page.waitForURL((url) => url.protocol !== 'about:', { timeout: 60_000, waitUntil: 'domcontentloaded' })
    return { app, page, close, userDataDir, isStandIn: program.isStandIn, output: () => output.join('') }
  } catch (error) {
    await close().catch(() => undefined)
    throw new Error(`The desktop app did not open. It said:\n${output.join('')}`, { cause: error })
  }
}
export type DesktopApp = Awaited<ReturnType<typeof launchDesktop>>

const inherited = () => {
  const { ELECTRON_RUN_AS_NODE: _, ELECTRON_RENDERER_URL: __, ...env } = process.env
  return env as Record<string, string>
}
