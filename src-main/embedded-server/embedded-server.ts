import { randomBytes } from 'node:crypto'
import { utilityProcess, type UtilityProcess } from 'electron'
import { log } from '../log.ts'
import { perMinute } from '../rate-limit.ts'

const READY = /is ready at (http:\/\/\S+)/
const START_MS = 120_000
const STOP_MS = 15_000
const RESTARTS_PER_MINUTE = 3

type RunningServer = { child: UtilityProcess; origin: string; mailboxKey: string }

/**
 * Starts the bundled server once. Resolves when it prints where it listens; when it ends instead, rejects with what it
 * printed.
 */
const startOnce = (program: string, args: readonly string[], onExit: () => void): Promise<RunningServer> =>
  new Promise((resolve, reject) => {
    // Other programs on this computer can find the port, so the local mailbox opens only with this key. Not an
    // argument, because every user can see a process's arguments.
    const mailboxKey = randomBytes(32).toString('base64url')
    const env = { ...process.env, GUILDHALL_MAILBOX_KEY: mailboxKey }
    const child = utilityProcess.fork(program, [...args], { env, stdio: 'pipe', serviceName: 'guildhall-server' })
    let output = ''
    let errors = ''
    let isReady = false
    const timer = setTimeout(() => {
      child.kill()
      reject(new Error('The embedded server did not get ready in time.'))
    }, START_MS)
    child.stdout?.on('data', (chunk: Buffer) => {
      if (isReady) return
      output += chunk.toString()
      const origin = READY.exec(output)?.[1]
      if (!origin) return
      isReady = true
      clearTimeout(timer)
      resolve({ child, origin, mailboxKey })
    })
    child.stderr?.on('data', (chunk: Buffer) => {
      process.stderr.write(chunk)
      if (!isReady) errors = (errors + chunk.toString()).slice(-2000)
    })
    child.once('exit', (code: number) => {
      clearTimeout(timer)
      if (isReady) onExit()
      else reject(new Error(errors.trim() || `The embedded server ended with ${code} before it was ready.`))
    })
  })

/**
 * Runs the embedded server as a separate process, restarted up to 3 times a minute. Each start takes a new port, so
 * read `origin` at each call. Rejects when the first start fails.
 */
export const startEmbeddedServer = async (
  program: string,
  args: readonly string[],
  onGivenUp: (why: string) => void,
) => {
  const mayRestart = perMinute(RESTARTS_PER_MINUTE)
  let running: RunningServer
  let isStopping = false

  const again = async (): Promise<void> => {
    if (isStopping) return
    if (!mayRestart()) return onGivenUp('The embedded server keeps ending.')
    log('The embedded server ended; starting it again.')
    try {
      running = await startOnce(program, args, () => void again())
      if (isStopping) running.child.postMessage({ type: 'stop' })
    } catch (error) {
      log(error instanceof Error ? error.message : String(error))
      await again()
    }
  }
  running = await startOnce(program, args, () => void again())

  return {
    origin: () => running.origin,
    /** The address where the person at this computer reads the mails that the server kept. It changes with each start. */
    mailbox: () => `${running.origin}/_mail?key=${running.mailboxKey}`,
    /** Stops the server; resolves when its process has ended. A process that runs for another 15 s is killed. */
    stop: async (): Promise<void> => {
      isStopping = true
      const { child } = running
      if (child.pid === undefined) return
      await new Promise<void>((resolve) => {
        const timer = setTimeout(() => {
          child.kill()
          resolve()
        }, STOP_MS)
        child.once('exit', () => {
          clearTimeout(timer)
          resolve()
        })
        child.postMessage({ type: 'stop' })
      })
    },
  }
}
export type EmbeddedServer = Awaited<ReturnType<typeof startEmbeddedServer>>
