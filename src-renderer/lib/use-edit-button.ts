import { type RefObject, useEffect, useRef } from 'react'

/** The ref for a button that a form replaces while editing: when the form closes, the focus returns to the button. */
export const useEditButton = (isEditing: boolean): RefObject<HTMLButtonElement | null> => {
  const button = useRef<HTMLButtonElement>(null)
  const wasEditing = useRef(false)
  useEffect(() => {
    if (!isEditing && wasEditing.current) button.current?.focus()
    wasEditing.current = isEditing
  }, [isEditing])
  return button
}
