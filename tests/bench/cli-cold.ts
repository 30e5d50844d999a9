import { spawn } from 'node:child_process'
import { startServerProcess } from '../support/server-process.ts'
import { type Figure, milliseconds, times } from './figure.ts'
import { median } from './server/http-load.ts'

const ROUNDS = 15
const CLI = 'out/cli/index.js'
/** How many times as long as a bare Node each may take. */
const TARGETS = { version: 1.6, list: 2.5 }

/** Milliseconds from spawning a program until it has ended well. */
const run = async (args: string[], env: NodeJS.ProcessEnv): Promise<number> => {
  const began = performance.now()
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'], env })
  child.stdout.resume()
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve))
  if (code !== 0) throw new Error(`${args.join(' ')} ended with ${code}`)
  return performance.now() - began
}

/** Measures starts of the built CLI, in turns with a Node that does nothing. */
export const cliCold = async (): Promise<Figure[]> => {
  const server = await startServerProcess()
  try {
    const api = await server.api({ email: 'creator@guildhall.test', password: 'guildhall-demo' })
    const endsAt = new Date(Date.now() + 86_400_000).toISOString()
    const { data: made } = await api.tokens.create({ body: { name: 'Bench', scopes: ['read'], endsAt } })
    const [project] = (await api.projects.owned({ query: {} })).data
    const env = { ...process.env, GUILDHALL_SERVER_URL: server.origin, GUILDHALL_TOKEN: made.token }
    const programs = {
      bare: ['-e', '0'],
      version: [CLI, '--version'],
      list: [CLI, 'task', 'list', '--project', project?.id ?? '', '--json'],
    }
    const took: Record<keyof typeof programs, number[]> = { bare: [], version: [], list: [] }
    for (let round = 0; round <= ROUNDS; round += 1)
      for (const name of ['bare', 'version', 'list'] as const) {
        const time = await run(programs[name], env)
        // The first round reads the files from the disk, and fills the cache of compiled code.
        if (round > 0) took[name].push(time)
      }
    const floor = median(took.bare)
    return (['version', 'list'] as const).map((name) => {
      const ratio = median(took[name]) / floor
      return {
        what: name === 'version' ? `--version (median of ${ROUNDS})` : 'task list --json, with its call to the server',
        value: milliseconds(median(took[name])),
        floor: milliseconds(floor),
        ratio: times(ratio),
        target: `≤ ${times(TARGETS[name])}`,
        reached: ratio <= TARGETS[name],
      }
    })
  } finally {
    await server.stop()
  }
}
