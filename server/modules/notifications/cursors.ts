import { z } from 'zod'
import { sentTime } from '#shared/contract/common.ts'
import { type NoticeView, noticeViews } from '#shared/contract/notifications.ts'
import { invalid } from '#server/http/errors.ts'
import type { NoticePosition } from './repository.ts'

const write = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url')

const read = <T>(text: string, schema: z.ZodType<T>, path: string): T => {
  try {
    return schema.parse(JSON.parse(Buffer.from(text, 'base64url').toString()))
  } catch {
    throw invalid(path, 'This does not come from a list of ours.')
  }
}

const position = z.tuple([sentTime, z.uuid()])

/** The place of a notice in its list, as a text that means nothing to clients. */
export const writeCursor = ({ time, id }: NoticePosition): string => write([time, id])
/** Errors: 422 for a text that `writeCursor` did not write. */
export const readCursor = (text: string): NoticePosition => {
  const [time, id] = read(text, position, 'cursor')
  return { time, id }
}

const LARGEST = 2n ** 63n - 1n
/** Whether PostgreSQL takes the text for a snapshot: lowest:next:under way, in ascending order. */
const isSnapshot = (text: string): boolean => {
  const [, lowest, next, between = ''] = /^(\d{1,19}):(\d{1,19}):([\d,]*)$/.exec(text) ?? []
  if (lowest === undefined || next === undefined) return false
  const [from, to] = [BigInt(lowest), BigInt(next)]
  if (from < 1n || from > to || to > LARGEST) return false
  if (between === '') return true
  const parts = between.split(',')
  if (parts.some((part) => !/^\d{1,19}$/.test(part))) return false
  const underWay = parts.map(BigInt)
  return underWay.every((xid, at) => xid >= from && xid < to && (at === 0 || xid > (underWay[at - 1] ?? 0n)))
}
const whole = z.tuple([z.enum(noticeViews), z.string().refine(isSnapshot)])

/** A whole view, as it was when it was listed. */
export type WholeView = { view: NoticeView; snapshot: string }
export const writeUpTo = ({ view, snapshot }: WholeView): string => write([view, snapshot])
/** Errors: 422 for a text that `writeUpTo` did not write. */
export const readUpTo = (text: string): WholeView => {
  const [view, snapshot] = read(text, whole, 'upTo')
  return { view, snapshot }
}
