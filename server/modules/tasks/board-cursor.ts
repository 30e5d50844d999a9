import { z } from 'zod'
import { invalid } from '../../http/errors.ts'
import type { BoardPosition } from './board-repository.ts'

const position = z.tuple([z.iso.datetime(), z.uuid()])

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
