import type { KeyboardEvent } from 'react'

/** For a field in which one chooses by typing: Enter is about what was typed there, and sends no form, also where nothing fits. */
export const keepEnter = (event: KeyboardEvent<HTMLElement>): void => {
  const isPlain = !event.ctrlKey && !event.metaKey && !event.altKey
  const { target } = event
  if (event.key === 'Enter' && isPlain && target instanceof HTMLInputElement && target.value.trim() !== '')
    event.preventDefault()
}
