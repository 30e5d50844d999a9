import { useEffect, useEffectEvent, useState } from 'react'
import type { Task } from '#shared/contract/index.ts'
import { useUnsavedChanges } from '#lib/unsaved-changes.ts'
import { leavesDialog } from '../filters/use-tasks-view.ts'

/**
 * Makes a dialog with its own address ask before typed text is lost, whether it is left by its buttons, Escape or the
 * browser's back. After saving it closes without a question, in the render after the question is off.
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
