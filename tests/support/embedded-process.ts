import { type ChildProcess, spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

const OWNER = fileURLToPath(new URL('embedded-owner.ts', import.meta.url))

export type Owner = {
  url: string
  postmasterPid: number
  child: ChildProcess
  /** The highest number that was acknowledged so far. */
  acknowledged(): number
  /** Waits until `count` more rows are acknowledged. */
  acknowledgeMore(count: number): Promise<void>
  kill(signal: 'SIGKILL' | 'SIGTERM'): Promise<void>
}

/** Starts embedded-owner.ts (or the bundled `program`) on a data directory. Errors: Error with the sentence of a refusal. */
export const startOwner = async (
  dataDir: string,
  options: {
    write?: boolean
    program?: string
    node?: string
    /** A command that runs the program, with its arguments, such as unshare. */
    inside?: readonly string[]
    spawn?: Parameters<typeof spawn>[2]
  } = {},
): Promise<Owner> => {
  const args = [options.program ?? OWNER, dataDir, ...(options.write ? ['--write'] : [])]
  const [program = process.execPath, ...before] = [...(options.inside ?? []), options.node ?? process.execPath]
  const child = spawn(program, [...before, ...args], {
    ...options.spawn,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  let acknowledged = 0
  let complaint = ''
  child.stderr?.on('data', (chunk: Buffer) => (complaint += chunk.toString()))
  const listeners = new Set<() => void>()
  const ready = new Promise<{ url: string; pid: number }>((resolve, reject) => {
    if (!child.stdout) throw new Error('no stdout')
    createInterface(child.stdout).on('line', (line) => {
      const [word, ...rest] = line.split(' ')
      if (word === 'ready') resolve({ url: rest[0] ?? '', pid: Number(rest[1]) })
      if (word === 'refused') reject(new Error(rest.join(' ')))
      if (word === 'acknowledged') acknowledged = Number(rest[0])
      for (const listener of listeners) listener()
    })
    child.once('close', () => reject(new Error(`the owner ended: ${complaint}`)))
  })
  const { url, pid } = await ready
  return {
    url,
    postmasterPid: pid,
    child,
    acknowledged: () => acknowledged,
    acknowledgeMore: (count) =>
      new Promise((resolve, reject) => {
        const goal = acknowledged + count
        const look = () => {
          if (acknowledged < goal) return
          listeners.delete(look)
          resolve()
        }
        listeners.add(look)
        void exited.then(() => reject(new Error(`the owner ended: ${complaint}`)))
      }),
    kill: async (signal) => {
      if (child.exitCode === null && child.signalCode === null) child.kill(signal)
      await exited
    },
  }
}

export const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}
