import { type ChildProcess, fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { GivenUp, type HeavyWork } from '../process/heavy-work.ts'
import { type Drawing, drawPicture, PictureRefused } from './draw.ts'
import type { DrawRequest, DrawResult } from './draw-process.ts'

/** A process without work ends after this time, which gives its memory back. */
const IDLE_MS = 30_000

/** Beside a source lies a source, and beside the files of a build lies the built program. */
const program = fileURLToPath(
  new URL(import.meta.url.endsWith('.ts') ? './draw-process.ts' : './draw-process.js', import.meta.url),
)

/** The server inside the desktop app has no Node of its own that it could start. */
const isInElectron = 'electron' in process.versions

/** Draws a picture; `givenUp` is the signal after which nobody wants it any more. Errors: PictureRefused. */
export type DrawPicture = (bytes: Uint8Array, drawing: Drawing, givenUp: AbortSignal) => Promise<Buffer>
/** What draws, and the places of those who wait for it. */
export type DrawingDeps = { heavy: HeavyWork; draw: DrawPicture }
export type Drawer = { draw: DrawPicture; stop: () => void }

/**
 * Draws pictures in a separate process, because decoding takes a thread for seconds and hundreds of megabytes. The
 * caller draws one picture at a time (`heavy-work.ts`). Giving one up kills the process; the next picture starts
 * another.
 */
export const createDrawer = (start: () => ChildProcess = startProcess): Drawer => {
  let child: ChildProcess | undefined
  let idle: NodeJS.Timeout | undefined
  const stop = () => {
    clearTimeout(idle)
    child?.kill('SIGKILL')
    child = undefined
  }
  const ask = (asked: DrawRequest, givenUp: AbortSignal): Promise<DrawResult> =>
    new Promise((resolve, reject) => {
      clearTimeout(idle)
      const asks = (child ??= start())
      const end = (settle: () => void) => {
        asks.off('message', hear).off('error', fail).off('exit', die)
        givenUp.removeEventListener('abort', giveUp)
        if (child === asks) idle = setTimeout(stop, IDLE_MS).unref()
        settle()
      }
      const lose = (error: Error) => {
        if (child === asks) child = undefined
        asks.kill('SIGKILL')
        end(() => reject(error))
      }
      const hear = (drawn: DrawResult) => end(() => resolve(drawn))
      const fail = (error: Error) => lose(error)
      const die = (code: number | null, signal: string | null) =>
        lose(new Error(`The process that draws pictures has ended (${signal ?? code}).`))
      const giveUp = () => lose(new GivenUp())
      asks.on('message', hear).once('error', fail).once('exit', die)
      givenUp.addEventListener('abort', giveUp)
      asks.send(asked, (error) => {
        if (error) lose(error)
      })
    })
  return {
    draw: async (bytes, drawing, givenUp) => {
      if (givenUp.aborted) throw new GivenUp()
      if (isInElectron) return drawPicture(bytes, drawing)
      const answer = await ask({ bytes, drawing }, givenUp)
      if ('drawn' in answer) return Buffer.from(answer.drawn)
      if ('fault' in answer) throw new PictureRefused(answer.fault)
      throw new Error('Pictures cannot be drawn here.', { cause: new Error(answer.failure) })
    },
    stop,
  }
}

/** Starts the process with none of the server's settings, some of which are secret. */
const startProcess = (): ChildProcess => {
  const child = fork(program, [], {
    env: { UV_THREADPOOL_SIZE: '2' },
    execArgv: [],
    serialization: 'advanced',
    stdio: 'ignore',
  })
  child.unref()
  child.channel?.unref()
  return child
}
