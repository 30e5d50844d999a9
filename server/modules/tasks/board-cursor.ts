import { z } from 'zod'
import { invalid } from '../../http/errors.ts'
import type { BoardPosition } from './board-repository.ts'

/** PostgreSQL has no year 0, and no task is older than year 1. */
const time = z.iso.datetime().refine((value) => value >= '0001')
const position = z.tuple([time, z.uuid()])

/** Writes a place on a board as a text that means nothing to clients. */
export const writeCursor = ({ time, id }: BoardPosition): string =>
  Buffer.from(JSON.stringify([time, id])).toString('base64url')

/** Reads a cursor. Errors: 422 for a text that `writeCursor` did not write. */
export const readCursor = (cursor: string): BoardPosition => {
  try {
    const [time, id] = position.parse(JSON.parse(Buffer.from(cursor, 'base64url').toString()))
    return { time, id }
  } catch {
    throw invalid('cursor', 'This is not a cursor of ours.')
  }
}
