import { readdir, readFile } from 'node:fs/promises'
import type { Logger } from 'pino'

const EVERY_MS = 5_000
/** The share of the limit from which on it is reported, and below which it may be reported again. */
const [FULL, EASED] = [0.9, 0.75]

/** How many files and connections this process has open, and how many it may have; null where the system does not tell. */
const openFiles = async (): Promise<{ open: number; most: number } | null> => {
  const limits = await readFile('/proc/self/limits', 'utf8')
  const most = Number(/^Max open files\s+(\d+)/m.exec(limits)?.[1])
  return most > 0 ? { open: (await readdir('/proc/self/fd')).length, most } : null
}

/**
 * Logs when almost no further connection can be opened, once until it eases: connections beyond the limit are cut off
 * or wait, and nothing else reports it. Linux only. Returns the function that ends the watch.
 */
export const watchOpenFiles = (logger: Pick<Logger, 'error' | 'info'>, everyMs = EVERY_MS): (() => void) => {
  if (process.platform !== 'linux') return () => {}
  let isFull = false
  const look = async () => {
    // At the limit itself not even this can be read.
    const found = await openFiles().catch((error: unknown) => {
      const { code } = error as { code?: unknown }
      return code === 'EMFILE' || code === 'ENFILE' ? { open: 1, most: 1 } : null
    })
    if (found === null) return
    const share = found.open / found.most
    if (!isFull && share >= FULL) logger.error(found, 'almost all files that this process may open are open')
    if (isFull && share < EASED) logger.info(found, 'files can be opened again')
    isFull = share >= FULL || (isFull && share >= EASED)
  }
  const timer = setInterval(() => void look(), everyMs)
  timer.unref()
  return () => clearInterval(timer)
}
