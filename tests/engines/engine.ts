import { type ChildProcess, spawn, type SpawnOptions } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'

/** What pointers and keys do, in the form that WebDriver and WebDriver BiDi share. */
export type InputSource = {
  type: 'pointer' | 'key'
  id: string
  parameters?: { pointerType: 'mouse' }
  actions: ReadonlyArray<Readonly<Record<string, string | number>>>
}

/** A browser of one engine, driven from outside. All calls are about its present tab. */
export interface Engine {
  /** Its name and version, as it says them itself. */
  readonly name: string
  readonly goto: (url: string) => Promise<void>
  readonly reload: () => Promise<void>
  /** The value of an expression in the page; of a promise, what it answers. */
  readonly evaluate: (expression: string) => Promise<unknown>
  readonly perform: (sources: readonly InputSource[]) => Promise<void>
  /** Chooses files in the first field of this selector, as a person does in the system's dialog. */
  readonly choose: (selector: string, paths: readonly string[]) => Promise<void>
  /** Opens a tab and goes on there; answers a function that goes back to the tab before. */
  readonly openTab: () => Promise<() => Promise<void>>
  readonly close: () => Promise<void>
}

/** The path of a program, or null where it is not installed. */
export const programPath = (...names: string[]): string | null => {
  const folders = (process.env['PATH'] ?? '').split(delimiter)
  const places = names.flatMap((name) => (name.startsWith('/') ? [name] : folders.map((folder) => join(folder, name))))
  return places.find((place) => existsSync(place)) ?? null
}

/** What is running; it ends with this process, however that ends. */
const running = new Set<number>()
const kill = (pid: number) => {
  running.delete(pid)
  try {
    process.kill(-pid, 'SIGKILL')
  } catch {
    // It has gone by itself.
  }
}
process.on('exit', () => running.forEach(kill))
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => process.exit(1))

/** Starts a program in a group of its own, which `stopProgram` ends with all that it has started. */
export const startProgram = (path: string, args: readonly string[], options: SpawnOptions): ChildProcess => {
  const program = spawn(path, args, { detached: true, ...options })
  if (program.pid !== undefined) running.add(program.pid)
  return program
}

/** Ends a program; answers when it has gone. */
export const stopProgram = async (program: ChildProcess): Promise<void> => {
  const { pid } = program
  if (pid === undefined) return
  const hasGone = program.exitCode !== null || program.signalCode !== null
  const gone = hasGone || new Promise((resolve) => program.once('exit', resolve))
  kill(pid)
  await gone
}

/** What the pattern finds in the program's output. Fails when the program ends or says nothing of the kind in a minute. */
export const saidBy = (program: ChildProcess, stream: NodeJS.ReadableStream | null, pattern: RegExp): Promise<string> =>
  new Promise((resolve, reject) => {
    let said = ''
    const timer = setTimeout(() => reject(new Error(`nothing like ${pattern} was said: ${said}`)), 60_000)
    stream?.on('data', (text: Buffer) => {
      said += text.toString()
      const found = pattern.exec(said)?.[1]
      if (!found) return
      clearTimeout(timer)
      resolve(found)
    })
    program.once('error', reject)
    program.once('exit', (code) => reject(new Error(`the program ended with ${code}: ${said}`)))
  })
