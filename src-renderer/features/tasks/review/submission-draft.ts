import { useCallback, useState } from 'react'
import { z } from 'zod'
import { aiUses } from '#shared/contract/task-offer.ts'
import { localData } from '#lib/browser-storage.ts'

const draftSchema = z.object({
  note: z.string(),
  links: z.array(z.string()),
  /** By the ID of the line of 'Done when'. */
  remarks: z.record(z.string(), z.string()),
  files: z.array(z.object({ id: z.string(), name: z.string() })),
  aiUse: z.enum(aiUses).nullable().default(null),
})
/** What somebody has begun to hand in. */
export type SubmissionDraft = z.output<typeof draftSchema>

const drafts = z.record(z.string(), draftSchema)
const empty: SubmissionDraft = { note: '', links: [''], remarks: {}, files: [], aiUse: null }
/** A device keeps the drafts of this many tasks; the oldest make room. */
const DRAFTS_MAX = 20

const readAll = (): Record<string, SubmissionDraft> => {
  try {
    return drafts.parse(JSON.parse(localData.get('submissionDrafts') ?? '{}'))
  } catch {
    return {}
  }
}
const writeAll = (all: Record<string, SubmissionDraft>): void => {
  const kept = Object.entries(all).slice(-DRAFTS_MAX)
  if (kept.length === 0) localData.remove('submissionDrafts')
  else localData.set('submissionDrafts', JSON.stringify(Object.fromEntries(kept)))
}

const isEmpty = ({ note, links, remarks, files, aiUse }: SubmissionDraft): boolean =>
  aiUse === null &&
  [note, ...links, ...Object.values(remarks)].every((text) => text.trim() === '') &&
  files.length === 0

/**
 * A started hand-in of a task. It is saved on this device at each change, so closing the sheet, the tab or the app
 * loses nothing; signing out removes it.
 */
export const useSubmissionDraft = (taskID: string) => {
  const [draft, setDraft] = useState(() => readAll()[taskID] ?? empty)
  const change = useCallback(
    (part: Partial<SubmissionDraft> | ((draft: SubmissionDraft) => Partial<SubmissionDraft>)) =>
      setDraft((before) => {
        const after = { ...before, ...(typeof part === 'function' ? part(before) : part) }
        const { [taskID]: _, ...others } = readAll()
        writeAll(isEmpty(after) ? others : { ...others, [taskID]: after })
        return after
      }),
    [taskID],
  )
  const clear = useCallback(() => {
    const { [taskID]: _, ...others } = readAll()
    writeAll(others)
    setDraft(empty)
  }, [taskID])
  return { draft, change, clear, isEmpty: isEmpty(draft) }
}
