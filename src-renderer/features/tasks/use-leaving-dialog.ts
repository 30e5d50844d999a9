import { useEffect, useEffectEvent, useState } from 'react'
import type { Task } from '../../../shared/contract/index.ts'
import { useUnsavedChanges } from '../../lib/unsaved-changes.ts'
import { leavesDialog } from './use-tasks-view.ts'

/**
 * A dialog with an address of its own asks before what was typed is lost, however it is left: its buttons, Escape, the
 * browser's back. Saved, it is left without a question: the step is made once the question is off.
 */
export const useLeavingDialog = (isDirty: boolean, onSaved: (task: Task) => void) => {
  const [saved, setSaved] = useState<Task | null>(null)
  useUnsavedChanges(isDirty && saved === null, leavesDialog)
  const finish = useEffectEvent(onSaved)
  useEffect(() => {
    if (saved) finish(saved)
  }, [saved])
  return { isLeaving: saved !== null, with: setSaved }
}
