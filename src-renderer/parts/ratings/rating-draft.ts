import { z } from 'zod'
import type { RatingSide } from '#shared/contract/ratings.ts'
import { useDraft } from '#lib/comment-drafts.ts'

const mark = z.int().min(1).max(5).nullable()
const draftSchema = z.object({
  again: z.enum(['yes', 'no']).nullable(),
  clear: mark,
  /** The quality of a worker, the fairness of a payer. */
  own: mark,
  onTime: mark,
  text: z.string(),
})
export type RatingDraft = z.output<typeof draftSchema>
const empty: RatingDraft = { again: null, clear: null, own: null, onTime: null, text: '' }

const read = (text: string): RatingDraft | null => {
  try {
    return draftSchema.parse(JSON.parse(text))
  } catch {
    return null
  }
}

/** A begun review. It is kept on this device until it is sent or the person signs out; a given one begins as it is. */
export const useRatingDraft = (dueID: string, given: RatingDraft | null) => {
  const { draft, type, clear } = useDraft(`review ${dueID}`)
  return {
    draft: read(draft.text) ?? given ?? empty,
    change: (next: RatingDraft) => type(JSON.stringify(next)),
    clear,
  }
}

/** What is sent; null while something is missing. `side` is who gives it. */
export const bodyOfRating = ({ again, clear, own, onTime, text }: RatingDraft, side: RatingSide) => {
  if (again === null || clear === null || own === null || onTime === null) return null
  return { again, clear, onTime, ...(side === 'payer' ? { quality: own } : { fair: own }), text: text.trim() }
}
