import { useCallback, useState } from 'react'
import { z } from 'zod'
import type { SentAnswer } from '#shared/contract/letters.ts'
import type { Question } from '#shared/contract/questions.ts'
import { localData } from '#lib/browser-storage.ts'
import { useSession } from '#lib/session.ts'

const draftSchema = z.object({
  letter: z.string(),
  /** By the text of the question. */
  answers: z.record(z.string(), z.string()),
})
/** What somebody has begun to write to a project. */
export type ApplicationDraft = z.output<typeof draftSchema>
const keptSchema = z.object({ userID: z.string(), drafts: z.record(z.string(), draftSchema) })

const empty: ApplicationDraft = { letter: '', answers: {} }
/** A device keeps the drafts of this many projects; the oldest make room. */
const DRAFTS_MAX = 20

const readAll = (userID: string): Record<string, ApplicationDraft> => {
  try {
    const kept = keptSchema.parse(JSON.parse(localData.get('applicationDrafts') ?? ''))
    return kept.userID === userID ? kept.drafts : {}
  } catch {
    // Nothing was kept, or not by us.
    return {}
  }
}
const write = (userID: string | null, about: string, draft: ApplicationDraft | null): void => {
  // Anyone who has signed out in the meantime keeps nothing here.
  if (userID === null || userID !== useSession.getState().userID) return
  const { [about]: _before, ...others } = readAll(userID)
  const drafts = draft ? { ...others, [about]: draft } : others
  const kept = Object.entries(drafts).slice(-DRAFTS_MAX)
  if (kept.length === 0) localData.remove('applicationDrafts')
  else localData.set('applicationDrafts', JSON.stringify({ userID, drafts: Object.fromEntries(kept) }))
}

const isEmpty = ({ letter, answers }: ApplicationDraft): boolean =>
  [letter, ...Object.values(answers)].every((text) => text.trim() === '')

/** What was begun for a project, or for an application that is changed, by its ID; null for nothing. */
export const keptDraft = (about: string): ApplicationDraft | null => {
  const { userID } = useSession.getState()
  const draft = userID === null ? undefined : readAll(userID)[about]
  return draft && !isEmpty(draft) ? draft : null
}

/**
 * What the person writes to a project. It is saved on this device at each change, so closing the sheet, the tab or the
 * app loses nothing; sending it and signing out remove it. Without a saved draft it starts with `initial`.
 */
export const useApplicationDraft = (about: string, initial: ApplicationDraft = empty) => {
  const [userID] = useState(() => useSession.getState().userID)
  const [draft, setDraft] = useState(() => keptDraft(about) ?? initial)
  const change = useCallback(
    (part: Partial<ApplicationDraft>) =>
      setDraft((before) => {
        const after = { ...before, ...part }
        write(userID, about, isEmpty(after) ? null : after)
        return after
      }),
    [userID, about],
  )
  const clear = useCallback(() => write(userID, about, null), [userID, about])
  return { draft, change, clear }
}

/** What the draft says to a question; '' for nothing. A question may be called like a property that every object has. */
export const draftAnswer = ({ answers }: ApplicationDraft, question: string): string =>
  (Object.hasOwn(answers, question) && answers[question]) || ''

/** What is sent of a draft. */
export type WrittenLetter = { letter: string; answers: SentAnswer[] }

/** What a draft sends: the letter, and the answers to what is asked now. */
export const writtenLetter = (questions: readonly Question[], draft: ApplicationDraft): WrittenLetter => ({
  letter: draft.letter.trim(),
  answers: questions.map(({ text: question }) => ({ question, answer: draftAnswer(draft, question).trim() })),
})

/** The draft as a text, for the clipboard. */
export const draftText = ({ letter, answers }: ApplicationDraft): string =>
  [
    letter.trim(),
    ...Object.entries(answers)
      .filter(([, answer]) => answer.trim() !== '')
      .map(([question, answer]) => `${question}\n${answer.trim()}`),
  ]
    .filter(Boolean)
    .join('\n\n')
