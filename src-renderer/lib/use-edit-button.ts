import { type RefObject, useEffect, useRef } from 'react'

/** For a form in place of what it edits: once it is gone, the focus returns to the button that opened it. */
export const useEditButton = (isEditing: boolean): RefObject<HTMLButtonElement | null> => {
  const button = useRef<HTMLButtonElement>(null)
  const wasEditing = useRef(false)
  useEffect(() => {
    if (!isEditing && wasEditing.current) button.current?.focus()
    wasEditing.current = isEditing
  }, [isEditing])
  return button
}
