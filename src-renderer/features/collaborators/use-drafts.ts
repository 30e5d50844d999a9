import { useRef, useState } from 'react'
import { useUnsavedChanges } from '../../lib/unsaved-changes.ts'

/** What can be half filled in: one payment, a bulk of them, an invitation. The last two stand in dialogs of that name. */
export type Draft = 'quick' | 'bulk' | 'invite'
type Drafts = Readonly<Record<Draft, boolean>>
const none: Drafts = { quick: false, bulk: false, invite: false }

const dialogIn = (search: string) => new URLSearchParams(search).get('dialog')

/**
 * Which forms hold something that would be lost, and the question before it is: on leaving the page, and on closing a
 * dialog in any way. In one place, because a router asks only one.
 */
export const useDrafts = () => {
  // Asked at the moment of leaving, when the state of the last render may be behind.
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
