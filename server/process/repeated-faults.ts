import type { LogFn } from 'pino'
import { isDatabaseAway } from '../db/away.ts'

/** How long equal errors are counted before their number is logged. */
export const WINDOW_MS = 10_000

type Line = { method: LogFn; log: unknown; fields: object; message: string; times: number }

/**
 * When the database is unreachable, every request, job and connection fails, thousands a minute. The first log line of
 * a message is written in full; repeats are counted, and their number is logged every ten seconds until there are none.
 * Each request still has its own line with its status.
 */
export const repeatedFaults = () => {
  const kinds = new Map<string, Line>()
  const everyWindow = (kind: string) => {
    const line = kinds.get(kind)
    if (!line) return
    if (line.times === 0) return void kinds.delete(kind)
    line.method.call(line.log as never, { ...line.fields, times: line.times }, `${line.message}, again`)
    line.times = 0
    wait(kind)
  }
  const wait = (kind: string) => void setTimeout(everyWindow, WINDOW_MS, kind).unref()

  /** pino's hook `logMethod`, which decides for each line whether it is written. */
  return function logMethod(this: unknown, given: Parameters<LogFn>, method: LogFn): void {
    const [fields, message] = given as unknown as [{ err?: unknown } | null, unknown]
    const isSummed = typeof fields === 'object' && typeof message === 'string' && isDatabaseAway(fields?.err)
    if (!isSummed) return method.apply(this as never, given)
    const kind = kinds.get(message)
    if (kind) return void (kind.times += 1)
    kinds.set(message, { method, log: this, fields: { code: codeOf(fields?.err) }, message, times: 0 })
    wait(message)
    method.apply(this as never, given)
  }
}

const codeOf = (error: unknown): unknown => (error as { code?: unknown } | null)?.code
