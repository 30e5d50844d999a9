import { execFile, execFileSync } from 'node:child_process'
import { mkdtempSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import packageJson from '../package.json' with { type: 'json' }
import type { CliResult } from '../tests/support/cli-process.ts'
import { createUser, TEST_PASSWORD } from '../tests/support/factories.ts'
import { startKeyring } from '../tests/support/keyring.ts'
import { startTestApp, type TestApp } from '../tests/support/server.ts'

let prefix: string
let server: TestApp
let keyring: Awaited<ReturnType<typeof startKeyring>>
/** Installs the packed program as `npm i -g` does, but needs no network: it downloads nothing and runs no install script. */
beforeAll(async () => {
  execFileSync(process.execPath, ['scripts/pack-cli.mjs'], { stdio: 'ignore' })
  prefix = mkdtempSync(join(tmpdir(), 'guildhall-installed-'))
  const install = ['i', '-g', '--prefix', prefix, '--offline', '--ignore-scripts', '--no-audit', '--no-fund']
  execFileSync('npm', [...install, join(process.cwd(), 'out', 'guildhall-cli.tgz')], { stdio: 'ignore' })
  server = await startTestApp()
  keyring = await startKeyring()
}, 120_000)
afterAll(async () => {
  await keyring.stop()
  await server.close()
  rmSync(prefix, { recursive: true, force: true })
})

const run = (args: string[], more: NodeJS.ProcessEnv = {}) =>
  new Promise<CliResult>((resolve) => {
    const env = { PATH: process.env['PATH'], HOME: prefix, GUILDHALL_SERVER_URL: server.origin, ...more }
    const child = execFile(join(prefix, 'bin', 'guildhall'), args, { cwd: prefix, env }, (_, stdout, stderr) =>
      resolve({ exitCode: child.exitCode, stdout, stderr }),
    )
    child.stdin?.end()
  })

test('[CLI-01] the packed command line is installed by npm and runs away from the repository', async () => {
  expect(await run(['version'])).toMatchObject({ exitCode: 0, stdout: `${packageJson.version}\n` })
})

test('[CLI-27] the installed program keeps the session in the keychain, where its next process finds it', async () => {
  const { user } = await createUser(server, { isAdministrator: true })
  const login = await run(['login', '--email', user.email], { ...keyring.env, GUILDHALL_PASSWORD: TEST_PASSWORD })
  expect(login).toMatchObject({ exitCode: 0, stdout: '' })
  expect((await run(['whoami'], keyring.env)).stdout).toContain(`(${user.email})`)
  // The session is in no file: without the keychain nobody is signed in. This runs on Linux only; other systems'
  // keychain is always there.
  if (process.platform !== 'linux') return
  const away = { ...keyring.env, DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nonexistent/bus' }
  expect(await run(['whoami'], away)).toMatchObject({ exitCode: 1, stdout: '' })
})

test('[CLI-27] without a binary of the keychain’s module login names the way that works without it', async () => {
  const binaries = join(prefix, 'lib', 'node_modules', 'guildhall-cli', 'node_modules', 'keytar', 'prebuilds')
  renameSync(binaries, `${binaries}-away`)
  const whoami = await run(['whoami'], keyring.env)
  // The other tests need the binaries, in whatever order the tests run.
  renameSync(`${binaries}-away`, binaries)
  expect(whoami).toMatchObject({ exitCode: 1, stdout: '' })
  expect(whoami.stderr).toContain('GUILDHALL_TOKEN')
})
