import { type ChildProcess, fork, spawn } from 'node:child_process'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll } from 'vitest'
import { apiBase, axiosTransport, createClient } from '#shared/api-client/index.ts'
import type { Health } from '#shared/contract/system.ts'
import { serverProgram } from './server-program.ts'
import { signedIn } from './signed-in.ts'

export const DEMO_PASSWORD = 'guildhall-demo'

export type ServerEnd = { code: number | null; stdout: string; stderr: string }

/** Starts the program as a person does; `ready` gives the origin it prints, `ended` everything it printed. */
const startProgram = (args: string[], options: { env?: Record<string, string>; withChannel?: boolean } = {}) => {
  // Without its cache Node would compile the whole server for each of many starts.
  const { PATH, NODE_COMPILE_CACHE } = process.env
  const env = { PATH, NODE_COMPILE_CACHE, HOME: tmpdir(), GUILDHALL_LOG_LEVEL: 'error', ...options.env }
  const child = options.withChannel
    ? fork(serverProgram, args, { env, silent: true })
    : spawn(process.execPath, [serverProgram, ...args], { env, stdio: ['ignore', 'pipe', 'pipe'] })
  const said = { stdout: '', stderr: '' }
  const ended = new Promise<ServerEnd>((resolve) => child.once('close', (code) => resolve({ code, ...said })))
  const ready = new Promise<string>((resolve, reject) => {
    child.stdout?.on('data', (chunk: Buffer) => {
      said.stdout += chunk.toString()
      const line = /^Guildhall is ready at (http:\/\/127\.0\.0\.1:\d+)\n$/m.exec(said.stdout)
      if (line?.[1]) resolve(line[1])
    })
    child.stderr?.on('data', (chunk: Buffer) => (said.stderr += chunk.toString()))
    void ended.then(({ stderr }) => reject(new Error(`It ended without being ready: ${stderr}`)))
  })
  // Many tests want the program to end instead.
  ready.catch(() => {})
  return { child, said, ready, ended }
}
type StartedProgram = ReturnType<typeof startProgram>

export const stop = (server: StartedProgram) => {
  server.child.kill('SIGTERM')
  return server.ended
}

/** Gives a file of tests a folder of its own, and kills after each test what the test left running. */
export const useServerPrograms = () => {
  let scratch = ''
  const started: ChildProcess[] = []
  beforeAll(async () => {
    scratch = await mkdtemp(join(tmpdir(), 'guildhall-main-'))
    // Then root's cluster can be inside this directory, and is removed with it.
    await chmod(scratch, 0o711)
  })
  afterEach(() => {
    for (const child of started.splice(0)) if (child.exitCode === null) child.kill('SIGKILL')
  })
  afterAll(() => rm(scratch, { recursive: true, force: true }))

  const inScratch = (name: string) => join(scratch, name)
  return {
    start: (...how: Parameters<typeof startProgram>) => {
      const program = startProgram(...how)
      started.push(program.child)
      return program
    },
    inScratch,
    /** Arguments for a free port and a data directory of this name in the folder of the file. */
    embedded: (name: string, ...more: string[]) => ['--port', '0', '--data-dir', inScratch(name), ...more],
  }
}

export const asEvent = (line: string) => JSON.parse(line) as Record<string, unknown>
export const healthOf = async (origin: string) => (await (await fetch(`${origin}/health`)).json()) as Health
export const clientOf = (origin: string, accessToken = '') =>
  createClient(
    axiosTransport({
      baseURL: () => apiBase(origin),
      headers: accessToken ? { authorization: `Bearer ${accessToken}` } : {},
    }),
  )
export const signIn = (origin: string, emailID: string) =>
  signedIn(clientOf(origin).auth.login({ body: { emailID, password: DEMO_PASSWORD } }))
