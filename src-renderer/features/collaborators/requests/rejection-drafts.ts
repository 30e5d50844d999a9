import { useState } from 'react'
import type { RejectionReason } from '#shared/contract/index.ts'

/** What somebody has begun to say in a rejection. */
export type RejectionDraft = { reason: RejectionReason | null; text: string }

const empty: RejectionDraft = { reason: null, text: '' }
/** A text to several is never offered as a text to one of whom it does not speak, nor the other way round. */
const keyOf = (ids: readonly string[]): string => (ids.length === 1 && ids[0]) || 'several'

/** What was typed into rejections that were not sent, or not to all, by the applications that they are about. */
export const useRejectionDrafts = () => {
  const [drafts, setDrafts] = useState<Readonly<Record<string, RejectionDraft | undefined>>>({})
  return {
    draftFor: (ids: readonly string[]): RejectionDraft => drafts[keyOf(ids)] ?? empty,
    keepDraft: (ids: readonly string[], draft: RejectionDraft) =>
      setDrafts((before) => ({ ...before, [keyOf(ids)]: draft })),
    /** After a try: people who were not rejected (`left`) can get the same text, together or alone. */
    endDraft: (ids: readonly string[], left: readonly string[]) =>
      setDrafts((before) => {
        const said = before[keyOf(ids)]
        const own = left.map((id) => [id, before[id] ?? said] as const)
        return { ...before, [keyOf(ids)]: left.length > 0 ? said : undefined, ...Object.fromEntries(own) }
      }),
  }
}
