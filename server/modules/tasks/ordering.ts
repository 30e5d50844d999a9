import { generateKeyBetween } from 'fractional-indexing'
import type { Tx } from '#server/db/pool.ts'
import { conflict, invalid } from '#server/http/errors.ts'
import {
  type BesidePlace,
  type Column,
  findAtRank,
  findGap,
  findNextRank,
  type Gap,
  holdColumn,
  type Place,
} from './order-repository.ts'

/** A longer rank would not fit into an index. It takes some 12,000 drops into the same gap to come there. */
const RANK_MAX = 2_000

/**
 * The gap at a place in a column, locked until the transaction ends except for cards that come to the top. Errors: 409
 * when the neighbour has left the column.
 */
export const gapAt = async (tx: Tx, column: Column, place: BesidePlace): Promise<Gap> => {
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

/**
 * The rank of a place in a column. A task that goes back to its place goes behind what is there now. Errors: those of
 * `gapAt` and `rankIn`; 422 for a text that is not a rank.
 */
export const rankAt = async (tx: Tx, column: Column, place: Place): Promise<string> => {
  if (!('rank' in place)) return rankIn(await gapAt(tx, column, place))
  const { rank } = place
  await holdColumn(tx, column)
  try {
    generateKeyBetween(rank, null)
  } catch {
    throw invalid('rank', 'There is no such place in a column.')
  }
  if ((await findAtRank(tx, column, rank)) === undefined) return rank
  return rankIn({ after: rank, before: await findNextRank(tx, column, rank) })
}
