import { z } from 'zod'
import { sentTime } from '../../../shared/contract/common.ts'
import { invalid } from '../../http/errors.ts'
import type { BoardPosition } from './board-repository.ts'

const position = z.tuple([sentTime, z.uuid()])

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
