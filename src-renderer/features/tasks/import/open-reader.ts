import type { Reader } from './reader.ts'
import type { ReaderCall } from './reader-worker.ts'
import ReaderWorker from './reader-worker.ts?worker'

type Answer = { id: number; value?: unknown; error?: string }
type Waiting = { resolve: (value: never) => void; reject: (error: Error) => void }

/** The reader as the page sees it: each call is answered by its worker. */
export type OpenReader = {
  [Call in keyof Reader]: (...args: Parameters<Reader[Call]>) => Promise<Awaited<ReturnType<Reader[Call]>>>
} & { close: () => void }

/** Starts a reader in a worker. `close` ends it, whatever it is doing. */
export const openReader = (): OpenReader => {
  const worker = new ReaderWorker()
  const waiting = new Map<number, Waiting>()
  let last = 0
  const fail = (text: string) => {
    for (const { reject } of waiting.values()) reject(new Error(text))
    waiting.clear()
  }
  worker.addEventListener('message', ({ data: { id, value, error } }: MessageEvent<Answer>) => {
    const one = waiting.get(id)
    waiting.delete(id)
    if (error === undefined) one?.resolve(value as never)
    else one?.reject(new Error(error))
  })
  // A worker whose code does not arrive, or that runs out of memory, says so here alone.
  worker.addEventListener('error', () => fail('The reader of files could not be started. Please reload the page.'))
  const ask =
    (call: ReaderCall['call']) =>
    (...args: readonly unknown[]) =>
      new Promise<never>((resolve, reject) => {
        last += 1
        waiting.set(last, { resolve, reject })
        worker.postMessage({ id: last, call, args } satisfies ReaderCall)
      })
  return {
    read: ask('read'),
    plan: ask('plan'),
    divide: ask('divide'),
    part: ask('part'),
    close: () => worker.terminate(),
  }
}
