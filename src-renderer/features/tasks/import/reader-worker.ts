// Files are read in a worker, so that the page answers while a large one is read.
import { createReader, type Reader } from './reader.ts'

export type ReaderCall = { id: number; call: keyof Reader; args: readonly unknown[] }

const reader = createReader()
let before: Promise<unknown> = Promise.resolve()
addEventListener('message', ({ data: { id, call, args } }: MessageEvent<ReaderCall>) => {
  const answer = async () => {
    try {
      postMessage({ id, value: await (reader[call] as (...all: readonly unknown[]) => unknown)(...args) })
    } catch (error) {
      postMessage({ id, error: String(error) })
    }
  }
  // One after the other: a plan is that of the file that was read before it.
  before = before.then(answer)
})
