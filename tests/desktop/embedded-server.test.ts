import { existsSync } from 'node:fs'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { desktopProgram, launchDesktop } from '../support/desktop-app.ts'

const isAlive = (pid: number) => {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}
const until = async (condition: () => boolean | Promise<boolean>, ms = 20_000) => {
  for (const end = Date.now() + ms; Date.now() < end; await new Promise((resolve) => setTimeout(resolve, 100)))
    if (await condition()) return true
  return false
}

test(
  '[DESK-14] [WIRE-54] with no other host set the app starts the embedded server, starts it again when it dies, and leaves nothing running',
  { timeout: 180_000 },
  async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'guildhall-embedded-'))
    // Other users may enter the folder. Otherwise a server started by root would keep its database in /var/lib, where it would stay.
    await chmod(dataDir, 0o711)
    const app = await launchDesktop({
      args: ['--server-option=--data-dir', dataDir, '--server-option=--no-demo'],
      env: { GUILDHALL_SERVER_URL: '', DATABASE_URL: '' },
    })
    const health = () =>
      app.page.evaluate(() =>
        window.guildhall.app.health().then(
          (answer) => answer,
          () => null,
        ),
      )
    const origin = () => app.page.evaluate(async () => (await window.guildhall.app.info()).serverOrigin)
    expect(await health()).toMatchObject({ status: 'ok', isEmbedded: true })
    const first = await origin()
    expect(first).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/)

    // The menu opens the local mailbox, at an address with a key that no page knows; without the key the mailbox is a 404.
    const menuMailbox = () =>
      app.app.evaluate(({ Menu, shell }) => {
        const items = Menu.getApplicationMenu()?.items as unknown as Array<{ label?: string; submenu?: unknown }>
        const help = items.find(({ label }) => label === 'Help')?.submenu as { items?: Entry[] } | Entry[]
        type Entry = { label: string; click: () => void }
        const [entry] = Array.isArray(help) ? help : (help.items ?? [])
        let address = ''
        shell.openExternal = (url: string) => Promise.resolve(void (address = url))
        entry?.click()
        return address
      })
    const statusOf = async (address: string) => (await fetch(address)).status
    const mailbox = await menuMailbox()
    expect(mailbox).toMatch(new RegExp(`^${first}/_mail\\?key=[\\w-]{43}$`))
    expect([await statusOf(mailbox), await statusOf(`${first}/_mail`)]).toEqual([200, 404])

    const postmaster = join(dataDir, 'postgres')
    expect(existsSync(postmaster)).toBe(true)
    const pids = () =>
      app.app.evaluate(() => {
        const { readdirSync, readFileSync } = process.getBuiltinModule('fs')
        // The result: the main process's children that run the server.
        return readdirSync('/proc')
          .filter((name) => /^\d+$/.test(name))
          .filter((name) => {
            try {
              const parent = /^PPid:\s+(\d+)/m.exec(readFileSync(`/proc/${name}/status`, 'utf8'))?.[1]
              return (
                parent === String(process.pid) &&
                readFileSync(`/proc/${name}/cmdline`, 'utf8').includes('server/main.js')
              )
            } catch {
              return false
            }
          })
          .map(Number)
      })
    let server = 0
    if (process.platform === 'linux' && desktopProgram().isStandIn) {
      server = (await pids())[0] ?? 0
      expect(server).toBeGreaterThan(0)
      process.kill(server, 'SIGKILL')
      expect(await until(async () => (await health())?.status === 'ok' && (await origin()) !== first, 60_000)).toBe(
        true,
      )
      server = (await pids())[0] ?? 0
      // Each start of the server makes another key.
      const next = await menuMailbox()
      expect(await statusOf(next)).toBe(200)
      expect(next.split('key=')[1]).not.toBe(mailbox.split('key=')[1])
    }
    const last = await origin()
    await app.close()
    expect(
      await fetch(`${last}/health`).then(
        () => 'answers',
        () => 'gone',
      ),
    ).toBe('gone')
    if (server) expect(await until(() => !isAlive(server))).toBe(true)
    await rm(dataDir, { recursive: true, force: true })
  },
)

test(
  '[DESK-14] when the server cannot start, the app says why in one sentence and ends',
  { timeout: 60_000 },
  async () => {
    await expect(
      launchDesktop({ args: ['--server-option=--port', '99999'], env: { GUILDHALL_SERVER_URL: '', DATABASE_URL: '' } }),
    ).rejects.toThrow(/cannot go on: .*port/i)
  },
)
