import { type ClipboardEvent, type FormEvent, useState } from 'react'

type TextControl = HTMLInputElement | HTMLTextAreaElement
const isTyped = (target: EventTarget): target is TextControl =>
  target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement

/** The text as the browser puts it into the field: one line has no line breaks, and others are one character each. */
const asPut = (text: string, target: TextControl): string =>
  target instanceof HTMLInputElement ? text.replace(/[\r\n]/g, '') : text.replace(/\r\n?/g, '\n')

const free = ({ value, maxLength, selectionStart, selectionEnd }: TextControl): number =>
  maxLength - value.length + ((selectionEnd ?? 0) - (selectionStart ?? 0))

/**
 * Watches a field with `maxLength`: the browser silently drops what does not fit of a pasted text. Returns how many
 * characters were dropped, until the field has room again or its form is sent, and the handlers for the element around
 * the field.
 */
export const useCutPaste = () => {
  const [dropped, setDropped] = useState(0)
  const onPaste = ({ target, clipboardData, defaultPrevented }: ClipboardEvent) => {
    // A field without a limit says -1. A list that becomes tasks never comes into its field.
    if (!isTyped(target) || target.maxLength < 0 || defaultPrevented) return
    const over = asPut(clipboardData.getData('text'), target).length - Math.max(0, free(target))
    setDropped(Math.max(0, over))
    if (over > 0) target.form?.addEventListener('submit', () => setDropped(0), { once: true })
  }
  const onInput = ({ target }: FormEvent) => {
    if (isTyped(target) && target.value.length < target.maxLength) setDropped(0)
  }
  return { dropped, handlers: { onPaste, onInput } }
}
