import { z } from 'zod'
import { openTaskSorts } from '#shared/contract/open-tasks.ts'
import { invalid } from '#server/http/errors.ts'
import type { OpenTaskPart, OpenTaskPlace } from './repository.ts'

/** Where a page ended, and whether its words were guessed, so that the next page guesses them, too. */
export type OpenTaskCursor = OpenTaskPart & { after: OpenTaskPlace | null; isGuessed: boolean }

const KEYS = {
  newest: z.null(),
  reward: z
    .string()
    .regex(/^-?\d{1,10}$/)
    .nullable(),
  due: z.union([z.iso.date(), z.literal('infinity')]),
  shortest: z.string().regex(/^(\d{1,6}(\.\d{1,6})?|Infinity)$/),
} as const
const tuple = z.tuple([
  z.enum(openTaskSorts),
  z.boolean(),
  z.boolean(),
  z.tuple([z.string().max(40).nullable(), z.string().regex(/^-?\d{1,18}$/), z.uuid()]).nullable(),
])

/** The cursor as a text that means nothing to clients. */
export const writeCursor = ({ sort, isOther, isGuessed, after }: OpenTaskCursor): string =>
  Buffer.from(JSON.stringify([sort, isOther, isGuessed, after && [after.key, after.place, after.id]])).toString(
    'base64url',
  )

/** Errors: 422 for a text that `writeCursor` did not write, and for one of another sort. */
export const readCursor = (text: string, sort: OpenTaskPart['sort']): OpenTaskCursor => {
  try {
    const [of, isOther, isGuessed, place] = tuple.parse(JSON.parse(Buffer.from(text, 'base64url').toString()))
    if (of !== sort || (isOther && sort !== 'reward')) throw new Error('It is of another list.')
    const after = place && { key: isOther ? null : KEYS[sort].parse(place[0]), place: place[1], id: place[2] }
    return { sort, isOther, isGuessed, after }
  } catch {
    throw invalid('cursor', 'This is not a cursor of this list.')
  }
}
