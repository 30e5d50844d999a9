// `npm run check` runs types, lint, boundaries, dead code and format, all of them, and says of each what it found and how long it took.
// `npm test` runs the same.
import { spawn } from 'node:child_process'
import { availableParallelism } from 'node:os'
import { pathToFileURL } from 'node:url'
import { root } from './programs.mjs'

/** The parts, the longest first; each is the script `check:…` of package.json. */
const PARTS = ['lint', 'types', 'format', 'boundaries', 'dead']

/** The parts that are running. */
const running = new Set()
export const endChecks = () => {
  for (const child of running) child.kill()
}

const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm'

/** Runs one part in `folder`; its output is printed at its end, so that two do not mix. Returns whether it passed. */
async function runPart(part, folder) {
  const started = Date.now()
  const said = []
  const child = spawn(npm, ['run', '--silent', `check:${part}`], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'pipe'],
    shell: process.platform === 'win32',
  })
  running.add(child)
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (bytes) => said.push(bytes))
  const code = await new Promise((resolve) => child.on('close', resolve).on('error', () => resolve(1)))
  running.delete(child)
  const seconds = Math.round((Date.now() - started) / 1000)
  process.stderr.write(`\n── ${part}: ${code === 0 ? 'passed' : 'FAILED'}, ${seconds} s\n`)
  process.stderr.write(Buffer.concat(said))
  return code === 0
}

/**
 * Runs all parts in `folder`, `places` at a time. `before` is other work that takes one place until it is done. Returns
 * the names of the failed parts and the number that passed.
 */
export async function runChecks({ folder = root, places = Math.min(2, availableParallelism()), before } = {}) {
  const left = [...PARTS]
  const failed = []
  const work = async () => {
    for (let part = left.shift(); part; part = left.shift())
      if (!(await runPart(part, folder))) failed.push(`check:${part}`)
  }
  const first = before ? before().then(work) : work()
  await Promise.all([first, ...Array.from({ length: places - 1 }, work)])
  return { failed, passed: PARTS.length - failed.length }
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  const { failed, passed } = await runChecks()
  process.stderr.write(`\n${passed} passed, ${failed.length} failed${failed.map((name) => `\n  ${name}`).join('')}\n`)
  process.exitCode = failed.length > 0 ? 1 : 0
}
