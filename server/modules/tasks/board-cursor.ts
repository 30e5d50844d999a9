import { z } from 'zod'
import { invalid } from '../../http/errors.ts'
import type { BoardPosition } from './board-repository.ts'

/** PostgreSQL knows no year 0, and no task is from before the first. */
const time = z.iso.datetime().refine((value) => value >= '0001')
const position = z.tuple([time, z.uuid()])

/** A place on a board as clients carry it, without a meaning to them. */
export const writeCursor = ({ time, id }: BoardPosition): string =>
  Buffer.from(JSON.stringify([time, id])).toString('base64url')

/** Errors: 422 for what `writeCursor` did not write. */
export const readCursor = (cursor: string): BoardPosition => {
  try {
    const [time, id] = position.parse(JSON.parse(Buffer.from(cursor, 'base64url').toString()))
    return { time, id }
  } catch {
    throw invalid('cursor', 'This is not a cursor of ours.')
  }
}
