import { type ChildProcess, spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { signAccessToken } from '#server/modules/auth/access-tokens.ts'

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))
const SECRET = 'signs nothing but what is measured on this machine'

export type Program = { origin: string; pid: number; stop(): Promise<void> }

/** Starts a program, and waits until it prints its address. */
const start = async (args: string[], says: RegExp, env: NodeJS.ProcessEnv): Promise<Program> => {
  const child: ChildProcess = spawn(process.execPath, args, { stdio: ['pipe', 'pipe', 'ignore'], env })
  const exited = new Promise<number | null>((resolve) => child.once('exit', resolve))
  let text = ''
  const origin = await new Promise<string>((resolve, reject) => {
    void exited.then((code) => reject(new Error(`${args[0]} ended with ${code}: ${text}`)))
    child.stdout?.on('data', (chunk: Buffer) => {
      text += chunk.toString()
      const found = says.exec(text)?.[1]
      if (found) resolve(/^\d+$/.test(found) ? `http://127.0.0.1:${found}` : found)
    })
  })
  return {
    origin,
    // A program that has said its address was started, so it has a process ID.
    pid: child.pid ?? 0,
    stop: async () => {
      child.kill('SIGTERM')
      await exited
    },
  }
}

/**
 * Starts the built server as a person does, on the given database. It writes its usual log, which nobody reads here.
 * `BENCH_SERVER` names another build, for example one from before a change.
 */
export const startOurs = (
  databaseUrl: string,
  more: NodeJS.ProcessEnv = {},
  build = process.env['BENCH_SERVER'] ?? here('../../../out/server/main.js'),
): Promise<Program> =>
  start([build, '--port', '0'], /is ready at (http:\/\/\S+)/, {
    PATH: process.env['PATH'],
    GUILDHALL_DATABASE_URL: databaseUrl,
    GUILDHALL_SECRET: SECRET,
    GUILDHALL_SEARCH_LIMIT: '1000000',
    GUILDHALL_TASK_LIMIT: '1000000',
    GUILDHALL_WRITE_LIMIT: '1000000',
    NODE_ENV: 'production',
    ...more,
  })

export const startFloor = (databaseUrl: string): Promise<Program> =>
  start([here('floor-server.ts'), databaseUrl], /ready (\d+)/, { PATH: process.env['PATH'], NODE_ENV: 'production' })

/** Makes an access token of our server for a session. */
export const tokenFor = (session: { userID: string; familyID: string }): Promise<string> =>
  signAccessToken(SECRET, new Date(), { ...session, sessionEnds: new Date(Date.now() + 24 * 60 * 60 * 1000) })
