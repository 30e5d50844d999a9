// `npm run test:cases [-- NAME…]` runs the cases of tests/cases, each on its own server. A case is a situation that
// people have met with programs like this one; it uses the built programs from outside, as they did.
import { spawn } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { at, ownNode, root } from './programs.mjs'

const folder = at('tests', 'cases')
const words = process.argv.slice(2)
const shared = ['lib.mjs', 'own-server.mjs']
const cases = readdirSync(folder).filter(
  (name) => !shared.includes(name) && (words.length === 0 || words.some((word) => name.includes(word))),
)
/** Cases that start the server by themselves, in their own way. */
const standsAlone = (name) => /greylisting|automatic/.test(name) || (name.endsWith('.sh') && !name.startsWith('cli-'))

/** Starts the built server with its demo world. Answers its address, and how to stop it. */
const startServer = async () => {
  const data = mkdtempSync(join(tmpdir(), 'guildhall-case-'))
  const args = [at('out/server/main.js'), '--port', '0', '--data-dir', data]
  const child = spawn(ownNode(), args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] })
  const base = await new Promise((resolve, reject) => {
    let said = ''
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (bytes) => {
        said += bytes
        const address = /ready at (http:\S+)/.exec(said)?.[1]
        if (address) resolve(address)
      })
    child.on('exit', () => reject(new Error(said)))
  })
  const stop = () =>
    new Promise((resolve) => {
      child.removeAllListeners('exit').on('exit', () => {
        rmSync(data, { recursive: true, force: true })
        resolve()
      })
      child.kill('SIGTERM')
    })
  return { base, data, stop }
}

/** Runs a program to its end. Answers its exit code and what it has printed. */
const run = (command, args, env = {}) =>
  new Promise((resolve) => {
    let said = ''
    const child = spawn(command, args, {
      cwd: root,
      env: { ...process.env, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (bytes) => (said += bytes))
    child.on('error', (error) => resolve({ code: 127, said: error.message }))
    child.on('exit', (code) => resolve({ code: code ?? 1, said }))
  })

const runCase = async (name) => {
  const command = name.endsWith('.sh') ? 'bash' : ownNode()
  const path = join(folder, name)
  const env = { APP: root, CLI: `${ownNode()} ${at('out/cli/index.js')}` }
  if (standsAlone(name)) return run(command, [path], env)
  const server = await startServer()
  try {
    if (name.endsWith('.sh')) {
      const made = await run(ownNode(), [
        at('out/server/main.js'),
        'token',
        'create',
        'creator@guildhall.test',
        '--data-dir',
        server.data,
      ])
      env.GUILDHALL_TOKEN = /ghd_\S+/.exec(made.said)?.[0] ?? ''
      env.GUILDHALL_SERVER_URL = server.base
    }
    return await run(command, [path, server.base], env)
  } finally {
    await server.stop()
  }
}

let failed = 0
for (const name of cases) {
  const { code, said } = await runCase(name)
  process.stdout.write(`\n${name}\n${said}`)
  if (code !== 0) failed += 1
}
process.stdout.write(`\n${cases.length - failed} passed, ${failed} failed\n`)
process.exit(failed === 0 && cases.length > 0 ? 0 : 1)
