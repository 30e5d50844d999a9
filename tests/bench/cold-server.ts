import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEmbedded } from '#server/db/embedded/index.ts'
import type { Figure } from './figure.ts'

const ROUNDS = 5

/** Starts the built server; returns the milliseconds from spawning it to its first 200, and the server. */
const start = async (dataDir: string) => {
  const began = performance.now()
  const child = spawn(process.execPath, ['out/server/main.js', '--port', '0', '--data-dir', dataDir], {
    stdio: ['ignore', 'pipe', 'ignore'],
    env: { ...process.env, GUILDHALL_LOG_LEVEL: 'error' },
  })
  let text = ''
  const origin = await new Promise<string>((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`the server ended with ${code}`)))
    child.stdout.on('data', (chunk: Buffer) => {
      text += chunk.toString()
      const found = /is ready at (http:\/\/\S+)/.exec(text)
      if (found?.[1]) resolve(found[1])
    })
  })
  const answer = await fetch(`${origin}/health`)
  if (!answer.ok) throw new Error(`/health answered ${answer.status}`)
  return { milliseconds: performance.now() - began, child }
}

const stop = async (child: ChildProcess) => {
  const gone = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGTERM')
  await gone
}

/** Memory in MB of a process and all processes that it started; memory that several of them share counts once (PSS). */
const memoryOf = (pid: number): number => {
  const rows = execFileSync('ps', ['-eo', 'pid=,ppid='], { encoding: 'utf8' }).trim().split('\n')
  const parents = rows.map((row) => row.trim().split(/\s+/).map(Number) as [number, number])
  const family = new Set([pid])
  for (let grown = true; grown;) {
    grown = false
    for (const [child, parent] of parents)
      if (family.has(parent) && !family.has(child)) {
        family.add(child)
        grown = true
      }
  }
  let kilobytes = 0
  for (const member of family) {
    const text = execFileSync('sh', ['-c', `cat /proc/${member}/smaps_rollup 2>/dev/null || true`], {
      encoding: 'utf8',
    })
    kilobytes += Number(/^Pss:\s+(\d+)/m.exec(text)?.[1] ?? 0)
  }
  return kilobytes / 1024
}

const median = (values: number[]) => values.sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN
const ms = (value: number) => `${Math.round(value)} ms`

const silent = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} }

/** The floor: how long the embedded PostgreSQL alone takes to be made and started, and to be started again. */
const databaseAlone = async () => {
  const parent = await mkdtemp(join(tmpdir(), 'guildhall-bench-'))
  const dataDir = join(parent, 'data')
  const timed = async () => {
    const began = performance.now()
    const embedded = await startEmbedded({ dataDir, logger: silent })
    const took = performance.now() - began
    await embedded.stop()
    return took
  }
  await chmod(parent, 0o711)
  const floor = { first: await timed(), again: await timed() }
  await rm(parent, { recursive: true, force: true })
  return floor
}

/** Measures the first start (which makes the database and fills the demo world), later starts, and memory. */
export const coldServer = async (): Promise<Figure[]> => {
  const first: number[] = []
  const again: number[] = []
  let memory = 0
  let nodeAlone = 0
  for (let round = 0; round < ROUNDS; round += 1) {
    const dataDir = await mkdtemp(join(tmpdir(), 'guildhall-bench-'))
    for (const list of [first, again]) {
      const { milliseconds, child } = await start(dataDir)
      list.push(milliseconds)
      if (list === again && child.pid) {
        memory = memoryOf(child.pid)
        const text = execFileSync('cat', [`/proc/${child.pid}/smaps_rollup`], { encoding: 'utf8' })
        nodeAlone = Number(/^Pss:\s+(\d+)/m.exec(text)?.[1] ?? 0) / 1024
      }
      await stop(child)
    }
    await rm(dataDir, { recursive: true, force: true })
  }
  const floor = await databaseAlone()
  const [atFirst, later] = [median(first), median(again)]
  return [
    {
      what: `first start, demo world filled (median of ${ROUNDS})`,
      value: ms(atFirst),
      floor: ms(floor.first),
      target: '≤ 900 ms',
      reached: atFirst <= 900,
    },
    {
      what: `start again (median of ${ROUNDS})`,
      value: ms(later),
      floor: ms(floor.again),
      target: '≤ 400 ms',
      reached: later <= 400,
    },
    {
      what: 'memory, server with its PostgreSQL (PSS)',
      value: `${Math.round(memory)} MB`,
      target: '≤ 150 MB',
      reached: memory <= 150,
    },
    { what: 'memory, server process alone (PSS)', value: `${Math.round(nodeAlone)} MB` },
  ]
}
