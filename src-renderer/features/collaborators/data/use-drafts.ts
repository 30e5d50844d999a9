import { useRef, useState } from 'react'
import { useUnsavedChanges } from '#lib/unsaved-changes.ts'

/**
 * The forms that can be half filled in: one payment, a bulk payment, an invitation. The last two are dialogs of these
 * names.
 */
export type Draft = 'quick' | 'bulk' | 'invite'
type Drafts = Readonly<Record<Draft, boolean>>
const none: Drafts = { quick: false, bulk: false, invite: false }

const dialogIn = (search: string) => new URLSearchParams(search).get('dialog')

/**
 * Keeps which forms hold unsaved text, and asks before it is lost: when the page is left and when a dialog is closed.
 * This is in one place, because the router allows only one question.
 */
export const useDrafts = () => {
  // The ref is read at the moment of leaving, when the last rendered state may be outdated.
  const now = useRef(none)
  const [drafts, setDrafts] = useState(none)
  useUnsavedChanges(Object.values(drafts).some(Boolean), (from, to) => {
    const leavesDialog = (draft: 'bulk' | 'invite') =>
      now.current[draft] && dialogIn(from.search) === draft && dialogIn(to.search) !== draft
    const leavesPage = from.pathname !== to.pathname && Object.values(now.current).some(Boolean)
    return leavesPage || leavesDialog('bulk') || leavesDialog('invite')
  })
  const [report] = useState(() => (draft: Draft, isDirty: boolean) => {
    if (now.current[draft] === isDirty) return
    now.current = { ...now.current, [draft]: isDirty }
    setDrafts(now.current)
  })
  return { drafts, report }
}
export type ReportDraft = ReturnType<typeof useDrafts>['report']
