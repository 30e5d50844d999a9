import { useCallback, useEffect, useRef, useState } from 'react'
import { localData } from './browser-storage.ts'
import { newKey } from './new-key.ts'
import { useSession } from './session.ts'

/** What is typed and not sent yet. `key` names it to the server from the first try on, so that it is never there twice. */
export type Draft = { text: string; key?: string }
type StoredDrafts = { userID: string; drafts: Record<string, Draft> }

/** This many drafts are kept; of more the oldest go. */
const KEPT_MAX = 50

const readKept = (userID: string): StoredDrafts => {
  try {
    const kept = JSON.parse(localData.get('commentDrafts') ?? '') as StoredDrafts
    if (kept.userID === userID) return kept
  } catch {
    // Nothing was kept, or not by us.
  }
  return { userID, drafts: {} }
}

const readDraft = (userID: string | null, about: string): Draft | undefined =>
  userID === null ? undefined : readKept(userID).drafts[about]

const keepDraft = (userID: string | null, about: string, draft: Draft): void => {
  // Anyone who has signed out in the meantime keeps nothing here.
  if (userID === null || userID !== useSession.getState().userID) return
  const { [about]: _before, ...others } = readKept(userID).drafts
  const drafts = draft.text ? { ...others, [about]: draft } : others
  const kept = Object.entries(drafts).slice(-KEPT_MAX)
  if (kept.length === 0) localData.remove('commentDrafts')
  else
    localData.set('commentDrafts', JSON.stringify({ userID, drafts: Object.fromEntries(kept) } satisfies StoredDrafts))
}

/** Milliseconds after the last key until what is typed is kept. */
const KEEP_MS = 300

/**
 * The draft about a task, or of a changed comment, by its ID. It is kept on this device across closing, reloading and
 * restarting, until it is sent or the person signs out. Where nothing was kept it begins with `initial`.
 */
export const useDraft = (about: string, initial = '') => {
  const [userID] = useState(() => useSession.getState().userID)
  const [draft, setDraft] = useState(() => readDraft(userID, about) ?? { text: initial })
  const waiting = useRef<Draft | null>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const flush = useCallback(() => {
    clearTimeout(timer.current)
    if (waiting.current) keepDraft(userID, about, waiting.current)
    waiting.current = null
  }, [userID, about])
  useEffect(() => {
    addEventListener('pagehide', flush)
    return () => {
      removeEventListener('pagehide', flush)
      flush()
    }
  }, [flush])
  const change = useCallback(
    (next: Draft, { isAtOnce = false } = {}) => {
      setDraft(next)
      waiting.current = next
      clearTimeout(timer.current)
      if (isAtOnce) flush()
      else timer.current = setTimeout(flush, KEEP_MS)
    },
    [flush],
  )
  return {
    draft,
    /** Another text is another comment, so that it gets another key. */
    type: useCallback((text: string) => change({ text }), [change]),
    /** The draft with a key, which is kept before it is sent. */
    keyed: (): Required<Draft> => {
      const { text, key = newKey() } = draft
      change({ text, key }, { isAtOnce: true })
      return { text, key }
    },
    clear: useCallback(() => change({ text: '' }, { isAtOnce: true }), [change]),
  }
}
