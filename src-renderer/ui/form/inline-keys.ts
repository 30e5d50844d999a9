import type { KeyboardEvent } from 'react'

type InlineKeys = {
  save: () => void
  /** Takes back what was typed; null where nothing is. */
  takeBack: (() => void) | null
}

/** The keys of a field that is saved by itself: Enter saves it, Escape takes back what was typed and closes no dialog. */
export const inlineKeys =
  ({ save, takeBack }: InlineKeys) =>
  (event: KeyboardEvent): void => {
    if (event.key === 'Enter') {
      event.preventDefault()
      save()
    } else if (event.key === 'Escape' && takeBack) {
      event.stopPropagation()
      takeBack()
    }
  }
