/**
 * The process that draws pictures for a server (`drawer.ts`), one by one, with its own threads and memory and at a
 * lower priority. It ends with the server.
 */
import { constants, setPriority } from 'node:os'
import { type Drawing, drawPicture, type PictureFault, PictureRefused } from './draw.ts'

export type DrawRequest = { bytes: Uint8Array; drawing: Drawing }
export type DrawResult = { drawn: Uint8Array } | { fault: PictureFault } | { failure: string }

const answer = async ({ bytes, drawing }: DrawRequest): Promise<DrawResult> => {
  try {
    return { drawn: await drawPicture(bytes, drawing) }
  } catch (error) {
    if (error instanceof PictureRefused) return { fault: error.fault }
    return { failure: error instanceof Error ? error.message : String(error) }
  }
}

try {
  setPriority(constants.priority.PRIORITY_BELOW_NORMAL)
} catch {
  // A system that forbids this draws at the usual priority.
}
process.on('disconnect', () => process.exit())
// A signal to the whole group stops the server, which lets calls under way end and then ends this process.
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => {})
process.on('message', (asked: DrawRequest) => void answer(asked).then((drawn) => process.send?.(drawn)))
