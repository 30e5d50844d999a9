import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { apiBase } from '#shared/api-client/index.ts'
import { commandLinesOf } from '../docs/command-lines.ts'
import { createScratchDatabase } from '../support/database.ts'
import { startKeyring } from '../support/keyring.ts'
import { startSmtpServer } from '../support/smtp-server.ts'
import { cloneProject, programsNaming, readyAt, type RunningProgram } from './fresh-clone.ts'

const MINUTE = 60_000
let clone: ReturnType<typeof cloneProject>
beforeAll(() => {
  clone = cloneProject()
})
// The clone has some hundred thousand files, and a busy disk takes minutes to remove them.
afterAll(() => clone.remove(), 5 * MINUTE)

const start = (...args: string[]) =>
  clone.npm(['start', '--', '--web', '--port', '0', '--data-dir', clone.dataDir, '--no-open', ...args])

const stop = async (running: RunningProgram, signal: NodeJS.Signals) => {
  if (running.child.pid) process.kill(-running.child.pid, signal)
  await running.ended
}

const readme = commandLinesOf('README.md', readFileSync(join(import.meta.dirname, '..', '..', 'README.md'), 'utf8'))
const linesOf = (section: string) => readme.filter((line) => line.section === section)

/** Types a line that ends by itself, and returns what it printed to standard output. Errors: where it fails. */
const type = async (line: string, env: NodeJS.ProcessEnv = {}) => {
  const typed = clone.type(line, env)
  const code = await typed.ended
  expect({ line, code, said: code === 0 ? '' : typed.output() }).toEqual({ line, code: 0, said: '' })
  return typed.output().stdout
}

/** Types README's lines for the command line as they are, as the person with that address, and with a keychain of their own. */
const typeFromATerminal = async (origin: string, { email, password }: { email: string; password: string }) => {
  const keyring = await startKeyring()
  const env = { ...keyring.env, HOME: keyring.home, GUILDHALL_SERVER_URL: origin, GUILDHALL_PASSWORD: password }
  writeFileSync(join(clone.folder, 'addresses.txt'), `${Date.now()}@example.org\n`)
  const lines = linesOf('From a terminal').map(({ line }) => line)
  expect(lines.length).toBeGreaterThan(6)
  try {
    for (const line of lines.filter((one) => one.startsWith('node out/cli/'))) {
      if (line.includes('ID…')) {
        // Somebody has to have applied, whom the list before has shown.
        const listed = await type('node out/cli/index.js applications list --status pending --json', env)
        const { data } = JSON.parse(listed) as { data: { id: string }[] }
        const [first] = data
        if (first) await type(line.replace('ID…', first.id), env)
        else expect(email, 'the demo world has applications').not.toContain('guildhall.test')
      } else await type(line.replace('you@example.org', email), env)
    }
  } finally {
    await keyring.stop()
  }
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
      // A newcomer who reads on types the command line's commands beside this server.
      await typeFromATerminal(origin, { email: 'admin@guildhall.test', password: 'guildhall-demo' })

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
    for (const end of [(npm: RunningProgram) => npm.child.kill('SIGTERM'), () => process.kill(launcher(), 'SIGKILL')]) {
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
    '[BUILD-01] README from its top to its end: build, a server for real with its first administrator, the command line',
    { timeout: 10 * MINUTE },
    async () => {
      const database = await createScratchDatabase({ empty: true })
      const smtp = await startSmtpServer(0)
      const filledIn = (line: string) =>
        line
          .replace('postgres://guildhall:password@localhost/guildhall', database.url)
          .replace('smtps://user:password@mail.example', smtp.url)
          .replace('--port 4310', '--port 0')
      const began = Date.now()
      await type('node scripts/install.mjs')
      const section = linesOf('Running the server for real').map(({ line }) => line)
      const lines = section.slice(0, section.findIndex((line) => line.includes('--host 0.0.0.0')) + 1)
      expect(lines.map((line) => line.split(' ').slice(0, 3).join(' '))).toEqual([
        'npm run build',
        expect.stringMatching(/^export DATABASE_URL=/),
        expect.stringMatching(/^export GUILDHALL_PUBLIC_URL=/),
        expect.stringMatching(/^export GUILDHALL_SMTP_URL=/),
        expect.stringMatching(/^export GUILDHALL_MAIL_FROM=/),
        'node out/server/main.js admin',
        'node out/server/main.js --host',
      ])
      // One shell, as a person has it; its last line serves.
      const shell = clone.type(lines.map(filledIn).join(' && '))
      try {
        const origin = await readyAt(shell, 8 * MINUTE)
        console.log(`README, up to a server for real: ${Date.now() - began} ms`)
        const link = new URL(/https:\S+/.exec(shell.output().stdout)?.[0] ?? '')
        const [email, password] = ['you@example.org', 'Otter!canal 77']
        const call = async (path: string, body: object) => {
          const answer = await fetch(`${apiBase(origin)}${path}`, {
            method: 'POST',
            headers: { 'content-type': 'application/json' },
            body: JSON.stringify(body),
          })
          expect(answer.status, path).toBeLessThan(300)
        }
        const invitationToken = link.searchParams.get('token')
        await call('/users/register', { email, username: 'you', password, invitationToken })
        const codes = () => smtp.taken.flatMap(({ to, text }) => (to === email ? (/^\d{6}\r?$/m.exec(text) ?? []) : []))
        await expect.poll(codes, { timeout: 20_000 }).toHaveLength(1)
        await call('/users/verify-otp', { email, otp: codes()[0]?.trim() })
        await typeFromATerminal(origin, { email, password })
        await type('npm run pack:cli')
        const prefix = join(clone.dataDir, 'installed')
        await type(`npm i -g ./out/guildhall-cli.tgz --prefix ${prefix} --offline && ${prefix}/bin/guildhall --version`)
      } finally {
        await stop(shell, 'SIGTERM')
        await database.drop()
        await smtp.close()
      }
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
