import { generateKeyBetween } from 'fractional-indexing'
import type { Tx } from '../../db/pool.ts'
import { conflict } from '../../http/errors.ts'
import { type Column, findGap, type Gap, holdColumn, type Place } from './order-repository.ts'

/** A longer rank would not fit into an index. It takes some 12,000 drops into the same gap to come there. */
const RANK_MAX = 2_000

/**
 * The gap of a place in a column, which stays as it is until the transaction ends but for cards that come to the column's top.
 * Errors: 409 when the neighbour has left the column.
 */
export const gapAt = async (tx: Tx, column: Column, place: Place): Promise<Gap> => {
  await holdColumn(tx, column)
  const gap = await findGap(tx, column, place)
  if (!gap) throw conflict('CONFLICT', 'The task beside it has been moved meanwhile. Please look at the board again.')
  return gap
}

/** A rank within a gap. Errors: 409 for a gap into which far too many tasks have been put. */
export const rankIn = ({ after, before }: Gap): string => {
  const rank = generateKeyBetween(after, before)
  if (rank.length > RANK_MAX)
    throw conflict('CONFLICT', 'There is no more room between these two tasks. Please choose another place.')
  return rank
}
