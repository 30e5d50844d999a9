import type { LogFn } from 'pino'
import { isDatabaseAway } from './db/away.ts'

/** How long the same fault is counted before its number is said. */
export const WINDOW_MS = 10_000

type Line = { method: LogFn; log: unknown; fields: object; message: string; times: number }

/**
 * While the database is away every request, job and connection fails with it, thousands in a minute. The first line of
 * each kind is written whole; those after it are counted, and their number is said every ten seconds until there are none.
 * A kind is the line's message. Requests keep their own line each, with the status that they got.
 */
export const sumUpFaults = () => {
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

  /** As pino's hook of this name: decides for each line whether it is written. */
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
