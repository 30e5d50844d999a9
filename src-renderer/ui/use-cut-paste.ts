import { type ClipboardEvent, type FormEvent, useState } from 'react'

type Typed = HTMLInputElement | HTMLTextAreaElement
const isTyped = (target: EventTarget): target is Typed =>
  target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement

/** The text as the browser puts it into the field: one line has no line breaks, and others are one character each. */
const asPut = (text: string, target: Typed): string =>
  target instanceof HTMLInputElement ? text.replace(/[\r\n]/g, '') : text.replace(/\r\n?/g, '\n')

const free = (target: Typed, max: number): number => {
  const { value, selectionStart, selectionEnd } = target
  return max - value.length + ((selectionEnd ?? 0) - (selectionStart ?? 0))
}

/**
 * Watches a field with `maxLength`, of whose pasted texts the browser keeps what fits and drops the rest without a word.
 * Answers how many characters were dropped, until the field has room again or its form is sent, and the handlers for the
 * element around the field.
 */
export const useCutPaste = (max: number | undefined) => {
  const [dropped, setDropped] = useState(0)
  if (max === undefined) return { dropped: 0, handlers: {} }
  const onPaste = ({ target, clipboardData }: ClipboardEvent) => {
    if (!isTyped(target)) return
    const over = asPut(clipboardData.getData('text'), target).length - Math.max(0, free(target, max))
    setDropped(Math.max(0, over))
    if (over > 0) target.form?.addEventListener('submit', () => setDropped(0), { once: true })
  }
  const onInput = ({ target }: FormEvent) => {
    if (isTyped(target) && target.value.length < max) setDropped(0)
  }
  return { dropped, handlers: { onPaste, onInput } }
}
