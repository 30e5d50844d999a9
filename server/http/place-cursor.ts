import { z } from 'zod'
import { sentTime } from '#shared/contract/common.ts'
import { invalid } from './errors.ts'

/** The place of a row in a list by time: when it was made (ISO 8601) and its ID. */
export type Place = { time: string; id: string }

const place = z.tuple([sentTime, z.uuid()])

/** The place as a text that means nothing to clients. */
export const writePlace = ({ time, id }: Place): string => Buffer.from(JSON.stringify([time, id])).toString('base64url')

/** Errors: 422 for a text that `writePlace` did not write. */
export const readPlace = (text: string): Place => {
  try {
    const [time, id] = place.parse(JSON.parse(Buffer.from(text, 'base64url').toString()))
    return { time, id }
  } catch {
    throw invalid('cursor', 'This is not a cursor of ours.')
  }
}
