import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { apiBase } from '../../shared/api-client/index.ts'
import { cloneProject, programsNaming, readyAt, type Running } from './fresh-clone.ts'

const MINUTE = 60_000
let clone: ReturnType<typeof cloneProject>
beforeAll(() => {
  clone = cloneProject()
})
afterAll(() => clone.remove())

const start = (...args: string[]) =>
  clone.npm(['start', '--', '--web', '--port', '0', '--data-dir', clone.dataDir, '--no-open', ...args])

const stop = async (running: Running, signal: NodeJS.Signals) => {
  if (running.child.pid) process.kill(-running.child.pid, signal)
  await running.ended
}

// These tests keep their order, because the first one installs and builds what the others start.
describe('a newcomer', { shuffle: false }, () => {
  test(
    '[BUILD-01][DESK-37] on a fresh clone npm start alone installs, builds and serves the demo world; SIGTERM leaves nothing running',
    { timeout: 6 * MINUTE },
    async () => {
      const running = clone.npm(['start', '--', '--port', '0', '--data-dir', clone.dataDir, '--no-open'])
      const origin = await readyAt(running, 5 * MINUTE)
      const { stderr } = running.output()
      expect(stderr).toContain('Installing packages')
      // Without the Electron binary npm start says so, and serves the web build.
      expect(stderr).toContain('the Electron binary is not installed here, so the web build is served instead')

      expect(await (await fetch(`${origin}/health`)).json()).toMatchObject({ status: 'ok', demo: true })
      expect(await (await fetch(`${origin}/login`, { headers: { accept: 'text/html' } })).text()).toContain('id="root"')
      const login = await fetch(`${apiBase(origin)}/users/login`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ emailID: 'creator@guildhall.test', password: 'guildhall-demo' }),
      })
      expect(login.status).toBe(200)

      expect(programsNaming(clone.dataDir).length).toBeGreaterThan(0)
      // The builds are over, and so is esbuild's process.
      expect(programsNaming(clone.folder).filter((line) => line.includes('esbuild'))).toEqual([])
      await stop(running, 'SIGTERM')
      await expect.poll(() => programsNaming(clone.dataDir)).toEqual([])
    },
  )

  test('a second start builds nothing, finds the same data, and Ctrl-C stops it', { timeout: MINUTE }, async () => {
    const began = Date.now()
    const running = start()
    const origin = await readyAt(running, MINUTE)
    console.log(`second start: ready after ${Date.now() - began} ms`)
    expect(running.output().stderr).not.toMatch(/Installing|Building/)
    expect(await (await fetch(`${origin}/health`)).json()).toMatchObject({ status: 'ok' })
    await stop(running, 'SIGINT')
    await expect.poll(() => programsNaming(clone.dataDir)).toEqual([])
  })

  test('SIGTERM to npm alone, or kill -9 of the launcher, leaves nothing running', { timeout: MINUTE }, async () => {
    const launcher = () => {
      const lines = programsNaming(clone.dataDir).filter((line) => /^\s*\d+ \S*node \S*scripts\/start\.mjs/.test(line))
      return Number(lines.at(-1)?.trim().split(' ')[0])
    }
    for (const end of [(npm: Running) => npm.child.kill('SIGTERM'), () => process.kill(launcher(), 'SIGKILL')]) {
      const running = start()
      await readyAt(running, MINUTE)
      end(running)
      await expect.poll(() => programsNaming(clone.dataDir)).toEqual([])
    }
  })

  test(
    'a taken port, an unwritable directory and a wrong flag each end the command with a failure and one sentence',
    { timeout: 2 * MINUTE },
    async () => {
      const other = createServer().listen(0, '127.0.0.1')
      await new Promise((resolve) => other.once('listening', resolve))
      const { port } = other.address() as AddressInfo
      const elsewhere = mkdtempSync(join(tmpdir(), 'guildhall-start-'))
      const file = join(elsewhere, 'a-file')
      writeFileSync(file, '')
      const cases = [
        { args: ['--port', String(port), '--data-dir', join(elsewhere, 'data')], says: String(port) },
        { args: ['--port', '0', '--data-dir', join(file, 'below')], says: 'below' },
        { args: ['--prot', '1'], says: '--prot' },
        { args: ['--port', 'http'], says: '--port' },
      ]
      for (const { args, says } of cases) {
        const running = clone.npm(['start', '--silent', '--', '--web', '--no-open', ...args])
        expect(await running.ended, args.join(' ')).not.toBe(0)
        const { stderr, stdout } = running.output()
        // Only sentences for people count; the server's log lines are JSON, for programs.
        const sentences = stderr.split('\n').filter((line) => line.trim() && !/^(npm|\{)/.test(line))
        expect(sentences, args.join(' ')).toHaveLength(1)
        expect(sentences[0]).toContain(says)
        expect(stdout).not.toContain('is ready at')
      }
      other.close()
      rmSync(elsewhere, { recursive: true, force: true })
    },
  )

  test(
    '[BUILD-02] npm test installs what is missing, runs a suite, and ends with a line that has the totals alone',
    { timeout: 5 * MINUTE },
    async () => {
      // Running all suites here would run this test again, so the shortest suite stands for them. CI runs all on a fresh clone.
      const running = clone.npm(['test', '--', 'unit', 'shared/rules'])
      expect(await running.ended).toBe(0)
      const lastLine = running.output().stdout.trim().split('\n').at(-1)
      expect(lastLine).toMatch(/^[1-9]\d* passed, 0 failed$/)
    },
  )
})
