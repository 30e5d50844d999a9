import { fold } from '#shared/contract/fold.ts'

/** Whether each word of the text begins a word of the label, regardless of case and accents. */
export const fitsWords = (label: string, text: string): boolean => {
  const words = fold(label).split(/[^\p{L}\p{M}\p{N}]+/u)
  return fold(text)
    .split(/\s+/)
    .every((typed) => words.some((word) => word.startsWith(typed)))
}
